/** What failures of each step are counted under, apart from the portal's own. */
export const nameKey = (name: string): string => `operator:${name}`;
export const codeKey = (operatorId: string): string => `operator-code:${operatorId}`;
