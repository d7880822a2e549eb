/** From a sign of double width to its plain one, in Unicode. */
const narrowBy = 0xfee0;

/** Digits, points, commas and minus signs as Chinese input methods give them, with 。 for a point, as plain ones. */
export const narrowed = (typed: string): string =>
  typed
    .replaceAll(/[０-９．，－]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - narrowBy))
    .replaceAll('。', '.')
    .replaceAll('−', '-');

/**
 * A number as it was typed, in plain digits: `narrowed`, and without the commas or blanks between groups of three. What is
 * no number stays what it is, for others to refuse.
 */
export function plainNumber(typed: string): string {
  const narrow = narrowed(typed).trim();
  return /^-?\d{1,3}(?:([,\s])\d{3})(?:\1\d{3})*(?:\.\d+)?$/.test(narrow) ? narrow.replaceAll(/[,\s]/g, '') : narrow;
}

/** The same of a sum of yuan, which some write with its sign or its unit. */
export const plainSum = (typed: string): string => plainNumber(typed.replace(/^\s*[¥￥]/, '').replace(/元\s*$/, ''));
