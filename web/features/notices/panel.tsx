import { type RefObject, useEffect, useRef } from 'react';
import { useStore } from '../../client/store.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { Empty, Failed, Loading, Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { heard, nothingHeard } from './heard.ts';
import { NoticeLine } from './line.tsx';
import styles from './panel.module.css';
import { askNotices, markNotices } from './watch.ts';

/** The latest notices, under the bell. Escape, a choice, or a press elsewhere closes it. */
export function NoticePanel({
  button,
  onClose,
}: {
  button: RefObject<HTMLButtonElement | null>;
  /** `back`: the bell takes the focus again */
  onClose: (back: boolean) => void;
}) {
  const { known, failed, items, unread } = useStore(heard, nothingHeard);
  const [busy, once] = useSending();
  const box = useRef<HTMLElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    const elsewhere = (event: Event) => {
      const target = event.target as Node;
      if (!box.current?.contains(target) && !button.current?.contains(target)) close.current(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close.current(true);
    };
    document.addEventListener('pointerdown', elsewhere);
    document.addEventListener('focusin', elsewhere);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', elsewhere);
      document.removeEventListener('focusin', elsewhere);
      document.removeEventListener('keydown', onKey);
    };
  }, [button]);
  const readAll = () =>
    once(async () => {
      if (!(await markNotices({}))) toast('没能标记，请稍后再试', 'failure');
    });
  return (
    <section ref={box} className={styles.panel} aria-label="最新消息">
      <header className={styles.head}>
        <h2>消息</h2>
        {unread > 0 && (
          <Button tone="ghost" size="small" icon="check" busy={busy} onClick={() => void readAll()}>
            全部标为已读
          </Button>
        )}
      </header>
      <div className={styles.body}>
        {items.length > 0 ? (
          <ul>
            {items.map((notice) => (
              <li key={notice.id}>
                <NoticeLine notice={notice} onOpen={() => onClose(false)} />
              </li>
            ))}
          </ul>
        ) : known ? (
          <Empty icon="bell" text="还没有消息，订单和互动的动静会出现在这里" />
        ) : failed ? (
          <Failed onRetry={() => void askNotices()} />
        ) : (
          <Loading count={3}>
            <Skeleton height="max(.56rem, 48px)" />
          </Loading>
        )}
      </div>
      <Link className={styles.all} to="/personal/notices" onClick={() => onClose(false)}>
        查看全部消息
      </Link>
    </section>
  );
}
