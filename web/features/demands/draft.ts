/**
 * One draft a stage and category, and one a case that is being entrusted. It belongs to the device, not the account: it must
 * survive a sign-in.
 */
export const draftKey = (category: string, stage: string, caseId?: string) =>
  ['omo.draft.demand', category, stage, caseId].filter((part) => part !== undefined).join('.');
