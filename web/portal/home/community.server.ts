import type { Send } from '../../../contract/call.ts';
import { categories } from '../../../contract/categories.ts';
import { findTopicPage, hotTopics } from '../../../contract/topics.ts';
import { must } from '../../client/replies.server.ts';
import { topicFacts } from '../../features/topics/present.server.ts';
import type { TopicFacts } from '../../features/topics/topic-card.tsx';
import type { Portion } from '../../ui/endless.tsx';

export interface CommunityPage {
  /** category, '' for the hot tab */
  readonly tab: string;
  /** undefined: it could not be had just now */
  readonly first: Portion<TopicFacts> | undefined;
}

/** The page of topics that a query names (`tab`, `page`). A tab or a page that there cannot be is not found. */
export async function communityPage(send: Send, query: URLSearchParams): Promise<CommunityPage> {
  const tab = query.get('tab') ?? '';
  const category = categories.find(({ key }) => key === tab);
  if (tab !== '' && !category) throw new Response(null, { status: 404 });
  const topicType = String(category?.topicType ?? hotTopics);
  const reply = await send(findTopicPage, { topicType, page: query.get('page') ?? '1' });
  if (!reply.ok && reply.status >= 500) return { tab, first: undefined };
  const found = must(reply);
  const items = found.data.findTopicPageDto.map(topicFacts);
  return { tab, first: { items, page: found.page, pages: found.pages } };
}
