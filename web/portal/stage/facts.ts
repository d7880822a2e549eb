/** What the parts of a stage page need of the stage; nothing of it is known by name. */
export interface StageFacts {
  key: string;
  name: string;
  blurb: string;
  provider: string;
  invitation: string;
  question: string;
  /** address of the stage page */
  base: string;
  /** address of the publish form for it */
  publish: string;
}
