import type { ShellData } from '../shell-data.server.ts';

export interface ChainHome {
  /** base of the tiles' addresses */
  readonly type: string;
  readonly first: string;
  readonly origin: string;
}

/** Where links into the chain lead: the category one is in, else the first. */
export function chainHome(shell: ShellData | undefined, type: string | undefined): ChainHome {
  const known = shell?.categories.some((category) => category.key === type);
  const home = (known ? type : shell?.categories[0]?.key) ?? 'maternal';
  return { type: home, first: `/smart/${home}/${shell?.tiles[0]?.key ?? ''}`, origin: `/smart/${home}/origin` };
}
