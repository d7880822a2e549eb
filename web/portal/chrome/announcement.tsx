import { useEffect } from 'react';
import { Link } from '../../ui/link.tsx';
import type { Announced } from '../shell-data.server.ts';
import styles from './announcement.module.css';

const key = 'omo.announced';

/** Pages are everybody's: whoever closed it has it hidden by this before anything of it is painted. */
const hideClosed = (id: string) =>
  `try{localStorage["${key}"]==="${id}"&&(document.documentElement.dataset.quiet="")}catch{}`;

/** A line above every page, until it is closed; another wording shows again. */
export function Announcement({ said: { id, text, url } }: { said: Announced }) {
  // Where it is drawn by the browser, the script in it does not run.
  useEffect(() => {
    if (localStorage.getItem(key) === id) document.documentElement.dataset.quiet = '';
  }, [id]);
  const close = () => {
    localStorage.setItem(key, id);
    document.documentElement.dataset.quiet = '';
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  return (
    <aside className={styles.strip} aria-label="公告">
      <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: hideClosed(id) }} />
      <div className={`wide ${styles.line}`}>
        <p>
          {text}
          {url && (url.startsWith('/') ? <Link to={url}>去看看</Link> : <a href={url}>去看看</a>)}
        </p>
        <button type="button" aria-label="关闭公告" onClick={close}>
          ×
        </button>
      </div>
    </aside>
  );
}
