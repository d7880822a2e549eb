import type { Kysely } from 'kysely';
import { Refusal } from '../../../../contract/errors.ts';
import { labelRefusal } from '../../../../contract/trace/label-sheets.ts';
import type { Services } from '../../../calls/context.ts';
import type { DB } from '../../../db/schema.ts';

export interface OwnLine {
  id: string;
  nid: string;
  /** as the owner calls it in its latest stage */
  name: string;
  /** '' until it was asked for */
  code: string;
  scans: number;
  /** why it has no labels yet; null when it may */
  refusal: string | null;
}

/** One's own product line, as far as labels are concerned. Throws not_found for anybody else's. */
export async function ownLine(db: Kysely<DB>, nid: string, userId: string): Promise<OwnLine> {
  const line = await db
    .selectFrom('product_lines as l')
    .leftJoin('trace_codes as c', 'c.line_id', 'l.id')
    .select(['l.id', 'l.nid', 'c.code', 'c.scans'])
    .where('l.nid', '=', nid)
    .where('l.owner_id', '=', userId)
    .executeTakeFirst();
  if (!line) throw new Refusal('not_found', '没有找到这条产品线');
  const demands = await db
    .selectFrom('demands')
    .select(['name', 'status'])
    .where('line_id', '=', line.id)
    .where('in_line', '=', true)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return {
    id: line.id,
    nid: line.nid,
    name: demands[0]?.name ?? '',
    code: line.code ?? '',
    scans: line.scans ?? 0,
    refusal: labelRefusal(demands.map(({ status }) => status)),
  };
}

/**
 * What a label's code says: the address by which the portal is reached from outside. Throws where nobody said which that is,
 * since a label cannot be called back.
 */
export function labelAddress({ settings, ownUrl }: Pick<Services, 'settings' | 'ownUrl'>, code: string): string {
  if (settings.publicUrl === undefined && settings.production)
    throw new Refusal('state_conflict', '平台还没有设置对外网址，暂时不能打印标签，请联系平台');
  return `${settings.publicUrl ?? ownUrl()}/trace/${code}`;
}
