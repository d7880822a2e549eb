import { useEffect, useState } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import type { OwnComment } from '../../../contract/reactions.ts';
import { reviewStatus } from '../../../contract/statuses.ts';
import { send } from '../../client/transport.browser.ts';
import { Link } from '../../ui/link.tsx';
import { Empty, Failed, Loading, Skeleton } from '../../ui/states.tsx';
import { shortCount } from '../../ui/time.ts';
import { CommentBox } from './comment-box.tsx';
import { CommentLine, markOf } from './comment-line.tsx';
import type { CommentsProps } from './comments.tsx';
import styles from './comments.module.css';
import { listing } from './kinds.ts';
import { DeleteOwnComment } from './delete-own-comment.tsx';
import { ReportButton } from './report-button.tsx';
import { useOwnComments } from './own.ts';
import { OwnLine } from './own-line.tsx';
import { type FirstComments, readComment, type ShownComment } from './read.ts';

const nothing: FirstComments = { items: [], count: 0, page: 1 };

/** Of another thing, or another page of the list: begun anew. */
export function CommentsList(props: CommentsProps) {
  return <List key={`${props.subject.id} ${props.first?.page}`} {...props} />;
}

function List({
  subject,
  first,
  rendered,
  pageSize,
  title = '评论',
  hint = '所有人可见',
  owner,
  closed,
  onChanged,
}: CommentsProps) {
  const given = first ?? nothing;
  const [before, setBefore] = useState(given);
  const [added, setAdded] = useState<readonly ShownComment[]>([]);
  const [more, setMore] = useState<readonly ShownComment[]>([]);
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const [difference, setDifference] = useState(0);
  /** the oldest one was had: what is still missing is newer than the page and comes with the next one */
  const [ended, setEnded] = useState(false);
  const [loading, setLoading] = useState<'no' | 'yes' | 'failed'>('no');
  /** the first that more brought: the link that had the focus has moved or gone, and reading goes on there */
  const [reached, setReached] = useState<string>();
  useEffect(() => {
    if (reached) document.getElementById(`comment-${reached}`)?.focus({ preventScroll: true });
  }, [reached]);
  const { own, add, drop } = useOwnComments(subject);
  const { revalidate, state } = useRevalidator();
  // The page was made anew and counts what was written or deleted here.
  if (before !== given) {
    setBefore(given);
    setDifference(0);
  }

  const seen = new Set<string>();
  // What a later page brings may be newer than the page shown: more was written meanwhile.
  const items = [...added, ...given.items, ...more]
    .filter(({ id }) => !seen.has(id) && seen.add(id) && !gone.has(id))
    .toSorted((a, b) => b.at - a.at);
  const count = Math.max(items.length, given.count + difference);
  const passed = (given.page - 1) * pageSize;
  const left = count - passed - items.length;
  const mine = new Set(own.map(({ id }) => id));

  function said(wire: Record<string, unknown>) {
    const comment = readComment(wire);
    const status = Number(wire.status ?? reviewStatus.shown) as OwnComment['status'];
    add({ id: comment.id, content: comment.text, addTime: comment.at, status, reason: '' });
    if (status === reviewStatus.shown) {
      setAdded((list) => [comment, ...list]);
      setDifference((n) => n + 1);
    }
    onChanged?.();
  }

  function removed(id: string, shown: boolean) {
    drop(id);
    setGone((ids) => new Set(ids).add(id));
    if (shown) setDifference((n) => n - 1);
    // Nothing is left of what was shown, but there are more: they move up.
    if (items.length === 1 && left > 0) void load();
    onChanged?.();
  }

  async function load() {
    setLoading('yes');
    // From the page that the last one shown lies on: what came or went meanwhile has moved the rest.
    // Where more were written than a page holds, whole pages have nothing new: on to the one that has.
    for (let page = Math.floor((passed + items.length) / pageSize) + 1; ; page += 1) {
      const { call, input } = listing(subject, page, pageSize);
      const reply = await send(call, input);
      if (!reply.ok) return setLoading('failed');
      const found = (reply.data as Record<string, unknown>[]).map(readComment);
      const last = page * pageSize >= reply.count || found.length === 0;
      if (!last && found.every(({ id }) => seen.has(id))) continue;
      setLoading('no');
      setReached(found.find(({ id }) => !seen.has(id))?.id);
      setMore((list) => [...list, ...found]);
      setDifference(reply.count - given.count);
      setEnded(last);
      return;
    }
  }

  return (
    <section className={styles.comments} aria-labelledby="comments">
      <h2 id="comments">
        {title}
        <small>{first ? `${shortCount(count)} 条` : ''}</small>
      </h2>
      {closed ? (
        <p className={styles.closed}>{closed}</p>
      ) : (
        <>
          <noscript>
            <p className={styles.closed}>评论需要启用脚本并登录</p>
          </noscript>
          <CommentBox subject={subject} hint={hint} onSaid={said} />
        </>
      )}
      {own.some(({ status }) => status !== reviewStatus.shown) && (
        <ul className={styles.own} aria-label="只有您能看到的评论">
          {own
            .filter(({ status }) => status !== reviewStatus.shown)
            .map((one) => (
              <OwnLine key={one.id} comment={one} rendered={rendered}>
                <DeleteOwnComment id={one.id} onDeleted={() => removed(one.id, false)} />
              </OwnLine>
            ))}
        </ul>
      )}
      {!first && <Failed text="评论没能加载出来" onRetry={() => void revalidate()} busy={state === 'loading'} />}
      {first && count === 0 && <Empty icon="comment" text={closed ? '没有评论' : '还没有人评论，来说第一句'} />}
      {given.page > 1 && <Newest />}
      <ul className={styles.list}>
        {items.map((comment) => (
          <CommentLine key={comment.id} comment={comment} rendered={rendered} mark={markOf(comment, owner)}>
            {mine.has(comment.id) ? (
              <DeleteOwnComment id={comment.id} onDeleted={() => removed(comment.id, true)} />
            ) : (
              <ReportButton kind="comment" id={comment.id} name={`${comment.author}的评论`} />
            )}
          </CommentLine>
        ))}
      </ul>
      {loading === 'yes' && (
        <Loading count={Math.min(pageSize, Math.max(1, left), 3)}>
          <Skeleton lines={2} />
        </Loading>
      )}
      {loading === 'failed' && <Failed text="更多评论没能加载出来" onRetry={() => void load()} />}
      {loading === 'no' && left > 0 && !ended && <More page={given.page + 1} left={left} onMore={() => void load()} />}
    </section>
  );
}

/** A link to the next page, which works without scripts; with them the list goes on in its place. */
function More({ page, left, onMore }: { page: number; left: number; onMore: () => void }) {
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  query.set('page', String(page));
  return (
    <p className={styles.more}>
      <Link
        to={{ search: query.toString() }}
        role="button"
        onClick={(event) => {
          event.preventDefault();
          onMore();
        }}
        onKeyDown={(event) => {
          if (event.key !== ' ') return;
          event.preventDefault();
          onMore();
        }}
      >
        更多评论（还有 {shortCount(left)} 条）
      </Link>
    </p>
  );
}

function Newest() {
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  query.delete('page');
  return (
    <p className={styles.more}>
      <Link to={{ search: query.toString() }} preventScrollReset>
        回到最新的评论
      </Link>
    </p>
  );
}
