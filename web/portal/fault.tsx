import { isRouteErrorResponse, useLocation, useRevalidator, useRouteError } from 'react-router';
import { Button, ButtonLink } from '../ui/button.tsx';
import type { NoSuchPage } from './guard.server.ts';
import styles from './fault.module.css';

/** The not-found page, and the page for what went wrong on our side. */
export function Fault() {
  const error = useRouteError();
  const revalidator = useRevalidator();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  if (missing && noPage(error.data) !== undefined) return <NoPage name={noPage(error.data) as string} />;
  if (missing)
    return (
      <section className={`column ${styles.fault}`}>
        <Drawing />
        <h1>没有找到这个页面</h1>
        <p>地址可能写错了，或者内容已经被删除。</p>
        <div className={styles.acts}>
          <ButtonLink to="/" tone="pine" size="strong">
            回到首页
          </ButtonLink>
          <ButtonLink to="/publish" size="strong">
            发布需求
          </ButtonLink>
        </div>
      </section>
    );
  const offline = typeof navigator !== 'undefined' && navigator.onLine === false;
  return (
    <section className={`column ${styles.fault}`} role="alert">
      <Drawing />
      <h1>{offline ? '网络连接断开了' : '页面没能打开'}</h1>
      <p>{offline ? '请检查网络后再试。' : '系统开小差了，请稍后再试。您填写的内容不会丢失。'}</p>
      <div className={styles.acts}>
        <Button
          tone="pine"
          size="strong"
          busy={revalidator.state !== 'idle'}
          onClick={() => void revalidator.revalidate()}
        >
          再试一次
        </Button>
        <ButtonLink to="/" size="strong">
          回到首页
        </ButtonLink>
      </div>
    </section>
  );
}

/** Of a list that is there while the page of it is not; undefined of all else that is missing. */
function noPage(said: unknown): string | undefined {
  return (said as NoSuchPage | null)?.noPage;
}

function NoPage({ name }: { name: string }) {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  query.delete(name);
  return (
    <section className={`column ${styles.fault}`}>
      <Drawing />
      <h1>没有这一页</h1>
      <p>页码可能写错了，或者后面的内容已经被删除。</p>
      <div className={styles.acts}>
        <ButtonLink to={{ pathname, search: query.toString() }} tone="pine" size="strong">
          回到第 1 页
        </ButtonLink>
        <ButtonLink to="/" size="strong">
          回到首页
        </ButtonLink>
      </div>
    </section>
  );
}

/** A tenon that has lost its mortise. */
function Drawing() {
  return (
    <svg className={styles.drawing} viewBox="0 0 240 120" fill="none" aria-hidden="true">
      <path d="M8 104h224" stroke="var(--line)" strokeWidth="2" />
      <path d="M20 40h56v20h34v24H76v20H20z" fill="var(--pine-pale)" stroke="var(--pine)" strokeWidth="2" />
      <path d="M150 104V40h70v64z" fill="var(--wood-pale)" stroke="var(--wood-dark)" strokeWidth="2" />
      <path d="M150 60h30v24h-30" fill="var(--paper)" stroke="var(--wood-dark)" strokeWidth="2" />
      <path d="M118 66h6M118 78h6M130 60v24" stroke="var(--ink-3)" strokeWidth="2" strokeDasharray="4 4" />
      <path d="M30 52h30M30 92h36M196 52h14M190 92h22" stroke="var(--pine-line)" strokeWidth="2" />
    </svg>
  );
}
