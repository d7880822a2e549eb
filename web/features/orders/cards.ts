/** The cards of an order's page, by the id under which an address and the order's buttons lead to them. */
export const cardIds = [
  'dispute',
  'acceptance',
  'payment',
  'contract',
  'line',
  'inspection',
  'input',
  'progress',
  'appraisal',
] as const;
export type CardId = (typeof cardIds)[number];
