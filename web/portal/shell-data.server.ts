import { categories } from '../../contract/categories.ts';
import type { PageDeps, SiteFacts } from '../../contract/page.ts';
import { extraTiles } from '../../contract/stages/tiles.ts';

export interface ShellCategory {
  readonly key: string;
  readonly name: string;
  readonly blurb: string;
}

/** One of the nine tiles of the chain. */
export interface ShellTile {
  readonly key: string;
  readonly name: string;
  readonly blurb: string;
  readonly stage: boolean;
}

/** What the chrome of every page needs. The catalogue itself stays on the server: it would bring zod along. */
export interface ShellData {
  readonly site: SiteFacts;
  readonly categories: readonly ShellCategory[];
  readonly tiles: readonly ShellTile[];
}

export function shellData({ site, stages }: PageDeps): ShellData {
  return {
    site,
    categories: categories.map(({ key, name, blurb }) => ({ key, name, blurb })),
    tiles: [
      ...stages.map(({ key, name, blurb }) => ({ key, name, blurb, stage: true })),
      ...extraTiles.map(({ key, name, blurb }) => ({ key, name, blurb, stage: false })),
    ],
  };
}
