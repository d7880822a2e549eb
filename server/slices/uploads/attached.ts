import type { Kysely } from 'kysely';
import { pictureAt, pictureFor } from '../../../contract/pictures.ts';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';
import { endingOf } from './documents.ts';
import { privateName, privateUploads } from './private.ts';
import { attachedLink, sealedAddress } from './sealed.ts';

/** A file that one person gave another to read, under addresses that open it for a while. */
export interface Attached {
  /** what its sender called it */
  name: string;
  /** of a picture, for a small place; '' of a document */
  small: string;
  full: string;
  /** the same under a neutral name: whoever fetches it does not learn what its sender called it */
  nameless: string;
  /** pixels; 0 for what is no picture */
  width: number;
  height: number;
}

/**
 * What these addresses lead to, for whoever may read it now: evidence, messages. They are private uploads, or came before
 * such files had to be: then the address under which they lie is sealed. Undefined for what is not there any more.
 */
export async function attachedFiles(
  { db, secret }: { db: Kysely<DB> | Tx; secret: string },
  urls: readonly string[],
  now: Date,
): Promise<(url: string) => Attached | undefined> {
  const rows = new Map((await privateUploads(db, urls)).map((row) => [row.url, row]));
  const link = (id: string, part: string, nameless = false) => attachedLink(secret, id, part, now, { nameless });
  return (url) => {
    const row = rows.get(url);
    if (!row) return sealedOf(secret, url, now);
    const { id, width, height } = row;
    return {
      name: privateName(secret, row),
      small: width > 0 ? link(id, 'small') : '',
      full: link(id, 'full'),
      nameless: link(id, 'full', true),
      width,
      height,
    };
  };
}

function sealedOf(secret: string, url: string, now: Date): Attached | undefined {
  const full = sealedAddress(secret, url, now);
  if (full === '') return undefined;
  const picture = pictureFor(url);
  return {
    name: decodeURIComponent(url.split('/').at(-1) ?? ''),
    small: picture ? sealedAddress(secret, pictureAt(url, 320), now) : '',
    full,
    nameless: sealedAddress(secret, url, now, { nameless: true }),
    width: picture?.width ?? 0,
    height: picture?.height ?? 0,
  };
}

/** What a file is called whose name is not told. */
export const neutralName = (name: string) => `附件${endingOf(name)}`;
