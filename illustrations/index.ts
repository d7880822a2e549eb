import { motifs, type MotifName } from './motifs/index.ts';
import { palettes, type PaletteName } from './palettes.ts';
import { defsText, type Pen } from './pen.ts';
import { seeded } from './random.ts';
import { detail, product, scene } from './scenes.ts';

export type View = 'scene' | 'product' | 'detail';

export interface Request {
  motif: MotifName;
  palette: PaletteName;
  view: View;
  seed: number;
  width: number;
  height: number;
}

const views = { scene, product, detail };

/** One furniture picture as SVG text. The same request always gives the same text. */
export function illustrate({ motif, palette, view, seed, width, height }: Request): string {
  // Grain must not change the furniture: what is built and how it is drawn take from two streams.
  const defs: string[] = [];
  // Several pictures may stand inline in one page, where ids are shared.
  const prefix = `i${Math.floor(seeded([...`${motif} ${palette} ${view} ${seed} ${width} ${height}`].reduce((h, c) => (h * 31 + c.charCodeAt(0)) >>> 0, 7))() * 36 ** 6).toString(36)}_`;
  const pen = (camera: Pen['camera']): Pen => ({
    camera,
    random: seeded(seed + 7919),
    size: [width, height],
    hair: Math.sqrt(width * height) / 780,
    id: prefix,
    defs,
  });
  const body = views[view]({
    motif: motifs[motif],
    palette: palettes[palette],
    width,
    height,
    random: seeded(seed),
    pen,
  });
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`;
  return `${head}<defs>${defsText({ defs } as Pen)}</defs>${body}</svg>`;
}

export { motifs, type MotifName, palettes, type PaletteName };
