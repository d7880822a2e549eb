/**
 * One draft a stage and category, and one a case that is being entrusted or a line that is gone on with. It belongs
 * to the device, not the account: it must survive a sign-in.
 */
export const draftKey = (category: string, stage: string, of?: string) =>
  ['omo.draft.demand', category, stage, of].filter((part) => part !== undefined).join('.');
