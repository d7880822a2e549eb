import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type NoticeGroup, noticeGroupKeys, noticeGroups } from '../../contract/notice-kinds.ts';
import type { Notice, noticeList } from '../../contract/notices.ts';
import { useStore } from '../client/store.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { heard, nothingHeard } from '../features/notices/heard.ts';
import { NoticeLine } from '../features/notices/line.tsx';
import { markNotices } from '../features/notices/watch.ts';
import { page } from '../portal/route-record.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { LatePart } from '../ui/late-part.tsx';
import { Link } from '../ui/link.tsx';
import { Pager } from '../ui/pager.tsx';
import { Empty, Loading, Skeleton } from '../ui/states.tsx';
import { TabLinks } from '../ui/tab-links.tsx';
import { toast } from '../ui/toast.tsx';
import { useSending } from '../ui/use-sending.ts';
import styles from './notices.module.css';

export const handle = page({ name: 'notices', under: 'personal', title: '消息', ground: 'mist' });

/** Said here so that the page brings no schema along. */
const pageSize = 20;
const tabs = [
  ['', '全部'],
  ...noticeGroupKeys.filter((key) => key !== 'desk').map((key) => [key, noticeGroups[key].name] as const),
] as const;
const list = callAt<typeof noticeList>('/api/Notice/list');

/** One's notices (feature Z-08), newest first, by group; new ones appear by themselves. */
export default function Notices() {
  const [query] = useSearchParams();
  const { seq, unread } = useStore(heard, nothingHeard);
  const group = query.get('group') ?? '';
  const unreadOnly = query.get('unread') === '1';
  const number = query.get('page') ?? '1';
  // A notice that was told, or read elsewhere, changes what is shown here.
  const load = useCallback(
    async (signal: AbortSignal) => {
      const reply = await send(
        list,
        { group, unread: unreadOnly ? '1' : '0', page: number },
        { signal, quiet: seq > 0 },
      );
      return reply.ok
        ? { ...reply, data: { items: reply.data, count: reply.count, page: reply.page, pages: reply.pages } }
        : reply;
    },
    [group, unreadOnly, number, seq],
  );
  const at = (change: { group?: string; unread?: string }) => {
    const narrowing = { group, unread: unreadOnly ? '1' : '', ...change };
    const given = Object.entries(narrowing).filter(([, value]) => value !== '');
    return `?${new URLSearchParams(given).toString()}`;
  };
  return (
    <>
      <header className={styles.head}>
        <div className={styles.title}>
          <h1>消息</h1>
          <ButtonLink tone="ghost" size="small" to="/personal/notices/settings">
            消息设置
          </ButtonLink>
        </div>
        <TabLinks label="按类别筛选" tabs={tabs} current={group} to={(value) => at({ group: value })} />
      </header>
      <div className={styles.box}>
        <LatePart
          key={`${group} ${unreadOnly} ${number}`}
          load={load}
          skeleton={
            <Loading count={5}>
              <Skeleton height="max(.56rem, 48px)" />
            </Loading>
          }
        >
          {({ items, count, ...position }, reload) => (
            <>
              <Tools
                group={group}
                unreadOnly={unreadOnly}
                only={at({ unread: unreadOnly ? '' : '1' })}
                reload={reload}
              />
              {items.length === 0 ? (
                <Empty
                  icon="bell"
                  text={count > 0 ? '这一页没有消息了' : unreadOnly ? '没有未读的消息' : '还没有消息'}
                  action={
                    count > 0 || unreadOnly ? (
                      <ButtonLink tone="line" to={at({ unread: '' })}>
                        {count > 0 ? '回到第一页' : '看全部消息'}
                      </ButtonLink>
                    ) : undefined
                  }
                />
              ) : (
                <ul className={styles.list} data-unread={unread}>
                  {items.map((notice) => (
                    <li key={notice.id}>
                      <Row notice={notice} reload={reload} />
                    </li>
                  ))}
                </ul>
              )}
              <Pager {...position} count={count} pageSize={pageSize} />
            </>
          )}
        </LatePart>
      </div>
    </>
  );
}

function Tools({
  group,
  unreadOnly,
  only,
  reload,
}: {
  group: string;
  unreadOnly: boolean;
  /** address of the other choice */
  only: string;
  reload: () => void;
}) {
  const [busy, once] = useSending();
  const { unread } = useStore(heard, nothingHeard);
  const before = useRef(unread);
  useEffect(() => {
    // Read in the panel, or on another page.
    if (unread < before.current) reload();
    before.current = unread;
  }, [unread, reload]);
  const readAll = () =>
    once(async () => {
      if (await markNotices(group ? { group: group as NoticeGroup } : {})) reload();
      else toast('没能标记，请稍后再试', 'failure');
    });
  return (
    <div className={styles.tools}>
      <Link to={only} aria-current={unreadOnly ? 'true' : undefined}>
        {unreadOnly ? '看全部' : '只看未读'}
      </Link>
      {unread > 0 && (
        <Button tone="ghost" size="small" icon="check" busy={busy} onClick={() => void readAll()}>
          {group ? '本类全部标为已读' : '全部标为已读'}
        </Button>
      )}
    </div>
  );
}

function Row({ notice, reload }: { notice: Notice; reload: () => void }) {
  const [busy, once] = useSending();
  const [gone, setGone] = useState(false);
  const shown = gone ? { ...notice, read: true } : notice;
  const mark = () =>
    once(async () => {
      if (!(await markNotices({ id: notice.id }))) return toast('没能标记，请稍后再试', 'failure');
      setGone(true);
      reload();
    });
  return (
    <NoticeLine notice={shown}>
      {!shown.read && (
        <Button
          tone="ghost"
          size="small"
          icon="check"
          className={styles.mark}
          busy={busy}
          aria-label={`标为已读：${notice.text}`}
          onClick={() => void mark()}
        >
          <span>已读</span>
        </Button>
      )}
    </NoticeLine>
  );
}
