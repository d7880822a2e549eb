import type { CallOutput } from '../../contract/call.ts';
import type { getMyLikePage } from '../../contract/reactions.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { TakeBackLike } from '../features/reactions/take-back-like.tsx';
import { page } from '../portal/route-record.ts';
import { ButtonLink } from '../ui/button.tsx';
import { OwnList } from './own-list.tsx';
import { nameOf, OwnReaction } from './own-reaction.tsx';

export const handle = page({ name: 'my-likes', under: 'personal', title: '我的喜欢', ground: 'mist' });

/** Said here so that the page brings no schema along. */
const pageSize = 10;

type Like = CallOutput<typeof getMyLikePage>[number];

const load = (page: string) => send(callAt<typeof getMyLikePage>('/api/Reaction/getMyLikePage'), { page });
const itemsOf = (likes: readonly Like[]) => likes;

/** All that one likes, the newest first. */
export default function MyLikes() {
  return (
    <OwnList
      title="我的喜欢"
      beside={<p>喜欢过的话题、商品和案例都在这里。</p>}
      load={load}
      itemsOf={itemsOf}
      pageSize={pageSize}
      icon="heart"
      unit="喜欢"
      none={{
        text: '您还没有喜欢过什么',
        action: (
          <ButtonLink tone="line" to="/">
            去首页逛逛
          </ButtonLink>
        ),
      }}
    >
      {(like, reload) => (
        <OwnReaction
          {...like}
          act={<TakeBackLike kind={like.kind} id={like.id} name={nameOf(like.about)} onDone={reload} />}
        />
      )}
    </OwnList>
  );
}
