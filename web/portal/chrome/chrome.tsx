import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Toaster } from '../../ui/toast.tsx';
import { useRouteRecord, useShellData } from '../route-record.ts';
import { Announcement } from './announcement.tsx';
import announced from './announcement.module.css';
import { Chain } from './chain.tsx';
import { Footer } from './footer.tsx';
import { useNeedsLogin } from './leave.ts';
import styles from './chrome.module.css';
import { TabBar } from './tab-bar.tsx';
import { TopBar } from './top-bar.tsx';

/** What stands around every page: top bar, chain, footer; nothing of it on a bare page. */
/** @param title the page's own, where the route's would be wrong: on a page that does not exist */
export function Chrome({ title, children }: { title?: string; children: ReactNode }) {
  const record = useRouteRecord();
  const { handle } = record;
  const shell = useShellData();
  const { pathname, search } = useLocation();
  useNeedsLogin();
  useEffect(() => dropHead, [pathname, search]);
  return (
    <>
      <title>{title ?? record.title}</title>
      <ProgressBar />
      <a className={styles.skip} href="#main">
        跳到正文
      </a>
      {shell?.preview && <p className={announced.preview}>{shell.preview}</p>}
      {!handle.bare && shell?.announcement && <Announcement said={shell.announcement} />}
      {!handle.bare && <TopBar record={record} />}
      {handle.chain === 'bar' && <Chain record={record} />}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {!handle.bare && <Footer record={record} />}
      {!handle.bare && !handle.ownBar && <TabBar record={record} />}
      <Toaster />
    </>
  );
}

/** What the server put into the head is told of the page one came in by; a browser that shares by it would share that. */
function dropHead(): void {
  for (const element of document.head.querySelectorAll('[data-head]')) element.remove();
}
