import { categories } from '../../contract/categories.ts';
import { getAnnouncement } from '../../contract/content.ts';
import { contentTags } from '../../contract/content-kinds.ts';
import type { PageDeps, SiteFacts } from '../../contract/page.ts';
import { orNothing } from '../client/replies.server.ts';
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
  /** what is announced on every page; null for nothing */
  readonly announcement: Announced | null;
  /** said above a page that shows a draft; absent on every other */
  readonly preview?: string;
}

export interface Announced {
  /** another one for every wording */
  readonly id: string;
  readonly text: string;
  /** a page of ours without the base path, or an outside address; '' for none */
  readonly url: string;
}

export async function shellData({ site, stages, send, tag, preview }: PageDeps): Promise<ShellData> {
  tag(contentTags.announcement);
  return {
    announcement: orNothing(await send(getAnnouncement, {})) ?? null,
    preview,
    site,
    categories: categories.map(({ key, name, blurb }) => ({ key, name, blurb })),
    tiles: [
      ...stages.map(({ key, name, blurb }) => ({ key, name, blurb, stage: true })),
      ...extraTiles.map(({ key, name, blurb }) => ({ key, name, blurb, stage: false })),
    ],
  };
}
