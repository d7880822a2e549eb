import type { Send } from '../../contract/call.ts';
import { categories, type Category, type CategoryKey } from '../../contract/categories.ts';
import { demandCalls, getDemandCounts, ownFields, readField } from '../../contract/demands.ts';
import type { Stage } from '../../contract/stages/stage.ts';
import type { OpenDemand } from '../features/demands/open-list.tsx';
import { missing } from './guard.server.ts';

export interface OpenPage {
  demands: OpenDemand[];
  count: number;
  page: number;
  pages: number;
}

/** Open demands of each stage by its key, of one category or all; none when they cannot be had. */
export async function openDemandCounts(send: Send, type: CategoryKey | '' = ''): Promise<Record<string, number>> {
  const reply = await send(getDemandCounts, { type });
  return reply.ok ? Object.fromEntries(reply.data.map(({ key, count }) => [key, count])) : {};
}

/** Open demands of each stage in the category that has most of them: that is where a way into the stage leads. */
export async function busiestCategories(send: Send): Promise<Record<string, { type: CategoryKey; count: number }>> {
  const counted = await Promise.all(
    categories.map(async ({ key: type }) => ({ type, counts: await openDemandCounts(send, type) })),
  );
  const busiest: Record<string, { type: CategoryKey; count: number }> = {};
  for (const { type, counts } of counted)
    for (const [stage, count] of Object.entries(counts))
      if (count > (busiest[stage]?.count ?? 0)) busiest[stage] = { type, count };
  return busiest;
}

/** The first thing chosen that a demand says of itself: the room, the kind, the wood; '' for none. */
function wordsOf(demand: Readonly<Record<string, unknown>>, stage: Stage): string {
  const field = ownFields(stage).find(({ widget }) => widget.kind === 'choices' || widget.kind === 'select');
  const value = field ? readField(field, demand) : '';
  return Array.isArray(value) ? value.slice(0, 3).join('、') : value;
}

/** One page of a stage's open demands; undefined when they cannot be had. A page that is no number is not found. */
export async function openDemands(
  send: Send,
  stage: Stage,
  category: Category,
  { page, sort }: { page: string; sort: 'newest' | 'deadline' },
): Promise<OpenPage | undefined> {
  const reply = await send(demandCalls(stage).list, { type: category.key, page, sort });
  if (!reply.ok) return reply.status === 400 ? missing() : undefined;
  const demands = reply.data.map((demand) => ({
    nid: demand.demandNid,
    name: demand.name,
    budget: demand.budget,
    endsAt: demand.issueEndTime,
    tenders: demand.tenderCount,
    words: wordsOf(demand, stage),
  }));
  return { demands, count: reply.count, page: reply.page, pages: reply.pages };
}
