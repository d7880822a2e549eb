import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useStore } from '../../client/store.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './bell.module.css';
import { heard, nothingHeard, unreadText } from './heard.ts';

const Panel = lazy(async () => ({ default: (await import('./panel.tsx')).NoticePanel }));

/** Runs something once the page has nothing better to do. Gives what calls it off. */
function whenIdle(work: () => void): () => void {
  // Safari has no such thing.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 1500);
    return () => clearTimeout(timer);
  }
  const id = requestIdleCallback(work, { timeout: 4000 });
  return () => cancelIdleCallback(id);
}

/** Whether more is unread than was before; not for what waited when the page was opened, which nobody needs read out. */
function useGrown(unread: number, known: boolean): boolean {
  const [before, setBefore] = useState<{ unread?: number; grown: boolean }>({ grown: false });
  if (known && unread !== before.unread)
    setBefore({ unread, grown: before.unread !== undefined && unread > before.unread });
  return before.grown;
}

/** The signed-in reader's notices: how many are unread, and the latest at a press. */
export function Bell() {
  const { unread, known } = useStore(heard, nothingHeard);
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    let over = false;
    let stop: (() => void) | undefined;
    const callOff = whenIdle(() => {
      void import('./watch.ts').then(({ watchNotices }) => {
        if (!over) stop = watchNotices();
      });
    });
    return () => {
      over = true;
      callOff();
      stop?.();
    };
  }, []);
  const many = unread > 0 ? `${unreadText(unread)} 条未读` : '';
  const grown = useGrown(unread, known);
  return (
    <div className={styles.bell} data-known={known || undefined}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-label={many ? `消息，${many}` : '消息'}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name="bell" />
        {unread > 0 && (
          <span className={styles.count} aria-hidden="true">
            {unreadText(unread)}
          </span>
        )}
      </button>
      <span className="sr" role="status">
        {grown && `有 ${many}消息`}
      </span>
      {open && (
        <Suspense>
          <Panel
            button={button}
            onClose={(back) => {
              setOpen(false);
              if (back) button.current?.focus();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
