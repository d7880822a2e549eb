/** The certification page of a kind of account (specification §2). */
export const certifyPath = (accountType: number): string =>
  accountType === 1 ? '/personal/certify/personal' : '/personal/certify/company';
