/**
 * One draft a stage and category, and one a case that is being entrusted or a line that is gone on with. A visitor's
 * becomes that of whoever signs in (`ui/form/draft.ts`).
 */
export const draftKey = (category: string, stage: string, of?: string) =>
  ['omo.draft.demand', category, stage, of].filter((part) => part !== undefined).join('.');
