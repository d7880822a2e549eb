import { data } from 'react-router';
import { topicsTag } from '../../contract/topics.ts';
import { pageContext } from '../client/page-context.ts';
import type { Route } from './+types/community';
import { communityPage } from './home/community.server.ts';

/** Further topics for the community list, as data: public and kept like a page, so that anyone may cache them. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { send, tag } = context.get(pageContext);
  tag(topicsTag);
  const { first } = await communityPage(send, new URL(request.url).searchParams);
  if (!first) throw data(null, { status: 503 });
  return Response.json(first);
}
