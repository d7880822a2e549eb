const digits = ['零', '壹', '贰', '叁', '肆', '伍', '陆', '柒', '捌', '玖'];
const places = ['仟', '佰', '拾', ''];

/** Four digits: 0405 → 零肆佰零伍, without noughts at the end. */
function group(four: string): string {
  let words = '';
  for (const [index, digit] of [...four].entries()) {
    if (digit !== '0') words += (digits[Number(digit)] ?? '') + (places[index] ?? '');
    else if (!words.endsWith('零')) words += '零';
  }
  return words.replace(/零$/, '');
}

/** A sum as contracts and cheques write it out (人民币大写), from whole fen: 1234567 → 壹万贰仟叁佰肆拾伍元陆角柒分. */
export function yuanInWords(fen: number): string {
  if (!Number.isSafeInteger(fen) || fen < 0) throw new RangeError(`not a sum in whole fen: ${fen}`);
  const yuan = String(Math.trunc(fen / 100));
  const padded = yuan.padStart(Math.ceil(yuan.length / 4) * 4, '0');
  const groups = padded.match(/\d{4}/g) ?? [];
  const units = ['', '万', '亿', '万亿'];
  let words = '';
  for (const [index, four] of groups.entries()) {
    const said = group(four);
    // A group of noughts is heard only between figures.
    if (said === '') {
      if (words !== '' && !words.endsWith('零')) words += '零';
    } else words += (words.endsWith('零') ? said.replace(/^零/, '') : said) + (units[groups.length - 1 - index] ?? '');
  }
  words = words.replace(/^零/, '').replace(/零$/, '');
  const [jiao, cent] = [Math.trunc((fen % 100) / 10), fen % 10];
  const whole = words === '' ? '' : `${words}元`;
  if (jiao === 0 && cent === 0) return whole === '' ? '零元整' : `${whole}整`;
  const tenths = jiao > 0 ? `${digits[jiao]}角` : whole === '' ? '' : '零';
  return whole + tenths + (cent > 0 ? `${digits[cent]}分` : '整');
}
