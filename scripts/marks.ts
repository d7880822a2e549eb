/** Draws the raster forms of the firm's mark into `public/`: `node scripts/marks.ts`. */
import { readFileSync } from 'node:fs';
import sharp from 'sharp';

const folder = new URL('../public/', import.meta.url).pathname;
const mark = readFileSync(new URL('../web/ui/mark.svg', import.meta.url), 'utf8').trim();
const inner = mark.replace(/^<svg[^>]*>|<\/svg>$/g, '');
const pine = '#1F6B57';

const draw = (svg: string, width: number) => sharp(Buffer.from(svg), { density: 600 }).resize(width);
const plain = (svg: string, width: number, name: string) =>
  draw(svg, width)
    .png({ palette: true, compressionLevel: 9 })
    .toFile(folder + name);

// Phones cut their own corners, and of a maskable one all but the middle four fifths.
const square = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36"><rect width="36" height="36" fill="${pine}"/>${inner}</svg>`;
const maskable = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 52 52"><rect x="-8" y="-8" width="52" height="52" fill="${pine}"/>${inner}</svg>`;

// What a share card shows of a page without a picture: mark and chain, no words, for the name is a setting.
const stops = Array.from({ length: 7 }, (_, index) => 330 + index * 90);
const card = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630">
<rect width="1200" height="630" fill="#F8EEE4"/><path d="M0 470h1200v160H0z" fill="#E8D0B8"/>
<g transform="translate(492 120) scale(6)">${inner}</g>
<path d="M${stops[0]} 430h${stops.length * 90 - 90}" stroke="${pine}" stroke-width="6"/>
${stops.map((x, index) => `<circle cx="${x}" cy="430" r="18" fill="${index === 3 ? '#C47A3E' : '#fff'}" stroke="${pine}" stroke-width="6"/>`).join('')}
</svg>`;

await Promise.all([
  plain(square, 180, 'apple-touch-icon.png'),
  plain(mark, 192, 'icon-192.png'),
  plain(mark, 512, 'icon-512.png'),
  plain(maskable, 512, 'icon-maskable-512.png'),
  plain(card, 1200, 'share.png'),
]);
