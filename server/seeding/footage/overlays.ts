/** Small drawings laid over the scenes. Without letters: a machine that encodes may have no fonts. */

/** A self-driving carrier with two boards' worth of boxes, lamp lit. */
export const carrier = `<svg xmlns="http://www.w3.org/2000/svg" width="340" height="248" viewBox="0 0 260 190">
<ellipse cx="130" cy="180" rx="122" ry="9" fill="#1e2a26" opacity=".18"/>
<rect x="62" y="22" width="104" height="84" rx="3" fill="#d9b27f"/><rect x="166" y="30" width="36" height="76" rx="2" fill="#bf9560"/>
<rect x="106" y="22" width="16" height="84" fill="#c47a3e"/><rect x="84" y="62" width="62" height="44" rx="2" fill="#e3c08f"/>
<rect x="52" y="104" width="160" height="8" rx="2" fill="#a9743f"/>
<rect x="14" y="112" width="232" height="48" rx="14" fill="#1f6b57"/><rect x="14" y="112" width="232" height="16" rx="8" fill="#2f8a70"/>
<rect x="206" y="132" width="30" height="12" rx="6" fill="#ffe9b0"/><rect x="24" y="134" width="60" height="8" rx="4" fill="#17503f"/>
<g fill="#1e2a26"><circle cx="62" cy="162" r="17"/><circle cx="198" cy="162" r="17"/></g>
<g fill="#8f9a95"><circle cx="62" cy="162" r="7"/><circle cx="198" cy="162" r="7"/></g></svg>`;

// Which of the seven bars each digit lights, from the top clockwise, the middle last.
const digits = [
  '1111110',
  '0110000',
  '1101101',
  '1111001',
  '0110011',
  '1011011',
  '1011111',
  '1110000',
  '1111111',
  '1111011',
];
const bars = [
  [3, 0, 14, 3],
  [17, 2, 3, 14],
  [17, 19, 3, 14],
  [3, 32, 14, 3],
  [0, 19, 3, 14],
  [0, 2, 3, 14],
  [3, 16, 14, 3],
] as const;

function digit(value: string, at: number): string {
  const lit = digits[Number(value)] ?? '';
  return bars
    .map(([x, y, width, height], index) =>
      lit[index] === '1' ? `<rect x="${at + x}" y="${12 + y}" width="${width}" height="${height}" rx="1.5"/>` : '',
    )
    .join('');
}

/** How long the camera has been running, minutes and seconds, with a red lamp that blinks. */
export function counter(seconds: number): string {
  const text = `${String(Math.floor(seconds / 60)).padStart(2, '0')}${String(seconds % 60).padStart(2, '0')}`;
  const at = [48, 78, 122, 152];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="196" height="60" viewBox="0 0 196 60">
<rect width="196" height="60" rx="8" fill="#141e1a" opacity=".62"/>
<circle cx="24" cy="30" r="8" fill="#e0483a" opacity="${seconds % 2 === 0 ? 1 : 0.35}"/>
<g fill="#fff">${[...text].map((one, index) => digit(one, at[index] ?? 0)).join('')}<circle cx="110" cy="22" r="3"/><circle cx="110" cy="37" r="3"/></g></svg>`;
}
