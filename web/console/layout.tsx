import { lazy, Suspense, useCallback, useEffect, useLayoutEffect } from 'react';
import { Outlet, useLocation, useOutletContext } from 'react-router';
import type { CallOutput } from '../../contract/call.ts';
import type { getDesk } from '../../contract/operator/desk.ts';
import type { operatorSignout } from '../../contract/operator/sign-in.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { forgetWritten } from '../client/waiting.ts';
import { useRouteRecord } from '../portal/route-record.ts';
import { enterWing } from '../session.ts';
import { useHydrated } from '../ui/hydrated.ts';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { Mark } from '../ui/mark.tsx';
import { Menu } from '../ui/menu.tsx';
import { NeedsScripts } from '../ui/needs-scripts.tsx';
import { Empty, Failed, Loading, Skeleton } from '../ui/states.tsx';
import { consoleWing, forgetOperator, type Operator, useOperator, watchIdle } from './session.ts';
import { SignIn } from './sign-in.tsx';
import { Shut } from './shut.tsx';
import styles from './layout.module.css';
import { useCurrentInRow } from './ui/current-in-row.ts';
import { useKeptFocus } from './ui/keep-focus.ts';
import { useLoad } from './ui/use-load.ts';

export type Desk = CallOutput<typeof getDesk>;
type Part = Desk['parts'][number];

interface DeskContext {
  desk: Desk;
  /** after something was decided: the counts in the menu are told anew */
  reload: () => void;
}

export const useDesk = (): DeskContext => useOutletContext<DeskContext>();

/** Seconds after which the menu's counts are asked for again. */
const countsLast = 30;

const Kit = lazy(async () => ({ default: (await import('./ui/kit.tsx')).Kit }));

const bones = (
  <Loading count={3}>
    <Skeleton height="64px" />
  </Loading>
);

/**
 * The operators' wing, with a sign-in of its own: whoever is none sees its door and nothing else. What an operator may open
 * the server says; it guards every call besides. Nothing in it is rendered before somebody has signed in: antd is drawn in
 * browsers alone (decision 0038).
 */
export default function ConsoleLayout() {
  useLayoutEffect(() => enterWing(consoleWing), []);
  useEffect(() => watchIdle(), []);
  const operator = useOperator();
  if (!useHydrated()) return <NeedsScripts />;
  // Another session on the same screen begins anew.
  return operator ? <Console key={operator.token} operator={operator} /> : <SignIn />;
}

function Console({ operator }: { operator: Operator }) {
  const leave = () => {
    // Takes the token along as it is sent; what the server answers changes nothing for the one who leaves.
    void send(callAt<typeof operatorSignout>('/api/operator/signout'), {});
    forgetOperator();
    forgetWritten();
  };

  return (
    <div className={styles.console}>
      <header className={styles.top}>
        <Link to="/console" className={styles.name}>
          <Mark className={styles.mark} />
          运营后台
        </Link>
        <Link to="/" className={styles.portal}>
          回到门户
        </Link>
        <Menu
          label={
            <>
              <span className={styles.who}>{operator.nick_name}</span>
              <Icon name="down" size="small" />
            </>
          }
        >
          <Link to="/console/account">我的账号</Link>
          <button type="button" onClick={leave}>
            退出登录
          </button>
        </Menu>
      </header>
      <Wing />
    </div>
  );
}

function Wing() {
  useKeptFocus();
  const load = useCallback((quiet: boolean) => send(callAt<typeof getDesk>('/api/operator/desk'), {}, { quiet }), []);
  const { answer, failed, reload } = useLoad(load, countsLast);
  // Below `/console/` an address begins with its part's key. Who may not open it is told so before anything is asked for.
  const { desk: within } = useRouteRecord().handle;
  const [, , first] = useLocation().pathname.split('/');
  const shut = answer?.data.shut.find(({ key }) => key === (within ?? first));
  return (
    <>
      {answer && <Parts parts={answer.data.parts} at={within ?? first} />}
      <div className={styles.content}>
        {answer && shut ? (
          <Shut part={shut} desk={answer.data} />
        ) : answer ? (
          <Suspense fallback={bones}>
            <Kit>
              <Outlet context={{ desk: answer.data, reload } satisfies DeskContext} />
            </Kit>
          </Suspense>
        ) : failed?.code === 1003 ? (
          <Empty icon="lock" text={failed.message} />
        ) : failed ? (
          <Failed text={failed.message} onRetry={reload} />
        ) : (
          bones
        )}
      </div>
    </>
  );
}

function Parts({ parts, at }: { parts: readonly Part[]; at: string | undefined }) {
  const row = useCurrentInRow<HTMLDivElement>(at);
  return (
    <nav className={styles.menu} aria-label="运营后台">
      <div className={styles.parts} ref={row}>
        <Group title="待办" parts={parts.filter(({ waiting }) => waiting !== null)} at={at} />
        <Group title="管理" parts={parts.filter(({ waiting }) => waiting === null)} at={at} />
      </div>
    </nav>
  );
}

function Group({ title, parts, at }: { title: string; parts: readonly Part[]; at: string | undefined }) {
  if (parts.length === 0) return null;
  return (
    <>
      <p className={styles.group}>{title}</p>
      {parts.map(({ key, name, waiting }) => (
        <Link key={key} to={`/console/${key}`} aria-current={key === at ? 'page' : undefined}>
          {name}
          {waiting !== null && waiting > 0 && (
            <b aria-label={`${waiting} 件待处理`}>{waiting > 999 ? '999+' : waiting}</b>
          )}
        </Link>
      ))}
    </>
  );
}
