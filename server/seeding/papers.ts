import sharp from 'sharp';
import { illustrate } from '../../illustrations/index.ts';

/** Papers of the demo data: drawn, and recognisably nobody's. Without letters, since a machine may have no Chinese type. */
export type PaperKind = 'licence' | 'certificate' | 'identity' | 'letter' | 'drawing' | 'machine';

const size = { width: 1200, height: 820 };

const lines = (x: number, y: number, widths: readonly number[], gap = 52, tone = '#8b8577') =>
  widths
    .map((width, row) => `<rect x="${x}" y="${y + row * gap}" width="${width}" height="14" rx="7" fill="${tone}"/>`)
    .join('');

const stamp = (x: number, y: number) =>
  `<g transform="translate(${x} ${y}) rotate(-12)" opacity=".82" fill="none" stroke="#c0392b" stroke-width="9">
    <circle r="92"/><path d="M0-46 14-14 48-12 21 9 31 42 0 23-31 42-21 9-48-12-14-14Z" fill="#c0392b" stroke="none"/></g>`;

const sheet = (ground: string, border: string, inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
    <rect width="100%" height="100%" fill="#dcd8cd"/>
    <rect x="50" y="40" width="1100" height="740" rx="10" fill="${ground}"/>
    <rect x="78" y="68" width="1044" height="684" rx="4" fill="none" stroke="${border}" stroke-width="6"/>
    ${inside}</svg>`;

const heading = (tone: string) => `<rect x="420" y="170" width="360" height="34" rx="17" fill="${tone}"/>`;

const drawn: Readonly<Record<PaperKind, () => string>> = {
  licence: () =>
    sheet(
      '#fbf6e6',
      '#b08d3c',
      `<circle cx="600" cy="120" r="34" fill="#c0392b"/>${heading('#6b5b2e')}
       ${lines(180, 280, [520, 640, 460, 600, 380])}${lines(760, 280, [220, 180, 240])}${stamp(930, 610)}`,
    ),
  certificate: () =>
    sheet('#f4f8f5', '#1f6b57', `${heading('#1f6b57')}${lines(240, 290, [720, 720, 540])}${stamp(880, 600)}`),
  identity: () =>
    sheet(
      '#eef3f7',
      '#8fa9c2',
      `<rect x="790" y="190" width="260" height="330" rx="8" fill="#c9d6e2"/><circle cx="920" cy="310" r="66" fill="#8799aa"/>
       <path d="M812 520c10-96 58-134 108-134s98 38 108 134z" fill="#8799aa"/>
       ${lines(150, 200, [300, 220, 420, 520, 470])}${lines(150, 600, [700], 0, '#55635d')}`,
    ),
  letter: () =>
    sheet(
      '#ffffff',
      '#e3e6e1',
      `${heading('#55635d')}${lines(170, 280, [860, 820, 860, 780, 420], 56)}
       <path d="M680 660c40-60 60 30 96-20s40-30 52 10 40 0 70-26" fill="none" stroke="#1e2a26" stroke-width="7"/>${stamp(940, 620)}`,
    ),
  drawing: () => illustrate({ motif: 'designDrawing', palette: 'pine', view: 'product', seed: 11, ...size }),
  machine: () => illustrate({ motif: 'cncRouter', palette: 'oak', view: 'product', seed: 12, ...size }),
};

const papers = new Map<PaperKind, Promise<Buffer>>();

/** Each is drawn once, however many people hand one in. */
export function drawPaper(kind: PaperKind): Promise<Buffer> {
  const known = papers.get(kind);
  if (known) return known;
  const paper = sharp(Buffer.from(drawn[kind]())).png().toBuffer();
  papers.set(kind, paper);
  return paper;
}

/** One empty page that every reader opens. */
export const emptyPdf = (): Buffer => {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>',
  ];
  let text = '%PDF-1.7\n';
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj${object}endobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const begin = text.length;
  text += `xref\n0 4\n0000000000 65535 f \n${table}trailer<</Size 4/Root 1 0 R>>\nstartxref\n${begin}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
};
