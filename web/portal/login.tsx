import { useEffect } from 'react';
import { useHref, useNavigate, useSearchParams } from 'react-router';
import { Link } from '../ui/link.tsx';
import { NeedsScripts } from '../ui/needs-scripts.tsx';
import { EntryLink, type EntryModel, entryModels } from '../features/accounts/entry-link.tsx';
import { forget } from '../features/accounts/kept.ts';
import { ModifyForm } from '../features/accounts/modify-form.tsx';
import { redirectTarget } from '../features/accounts/redirect.ts';
import { RegisterForm } from '../features/accounts/register-form.tsx';
import { ResetForm } from '../features/accounts/reset-form.tsx';
import { SignInForm } from '../features/accounts/sign-in-form.tsx';
import { useStore } from '../client/store.ts';
import { currentUser, displayName, leftUntil, signIn, type UserInfo, useUser } from '../session.ts';
import { useHydrated } from '../ui/hydrated.ts';
import { Mark } from '../ui/mark.tsx';
import { momentText } from '../ui/time.ts';
import { toast } from '../ui/toast.tsx';
import nursery from './login/nursery.webp';
import styles from './login/login.module.css';
import { page, useShellData } from './route-record.ts';

export const handle = page({ name: 'login', title: '登录 / 注册', bare: true, unlisted: true });

const words: Record<EntryModel, { title: string; lead: string }> = {
  login: { title: '欢迎回来', lead: '登录后可以发布需求、投标接单、参与评论' },
  register: { title: '注册账号', lead: '一个账号，既能发布需求，也能接单' },
  reset: { title: '找回密码', lead: '用短信验证码设置新密码' },
  modify: { title: '修改密码', lead: '修改后，其他设备上的登录会全部失效' },
};

export default function Login() {
  const [query] = useSearchParams();
  const model = entryModels.find((name) => name === query.get('model')) ?? 'login';
  const base = useHref('/');
  const navigate = useNavigate();
  const shell = useShellData();
  const user = useUser();
  const target = redirectTarget(query.get('redirect'), base);
  // Somebody has just asked for their account to be closed.
  const closing = useStore(leftUntil, 0);
  // What was typed before is in the browser only: the forms are drawn once it can be read.
  const ready = useHydrated();

  useEffect(() => {
    const known = currentUser();
    if (model === 'modify' && !known) {
      toast('请先登录', 'warning');
      void navigate(`/login?model=login&redirect=${encodeURIComponent('/login?model=modify')}`, { replace: true });
    }
  }, [model, navigate]);

  const enter = (info: UserInfo, said: string) => {
    signIn(info);
    forget();
    toast(said);
    // Back leads to what was looked at before, not to a sign-in form that is done with.
    void navigate(target, { replace: true });
  };

  const { title, lead } = words[model];
  const site = shell?.site.name ?? '智能家具产业链';
  return (
    <div className={styles.page}>
      <aside className={styles.art}>
        <img src={nursery} width={1100} height={1280} alt="" fetchPriority="high" />
        <Link to="/" className={styles.logo}>
          <Mark className={styles.mark} />
          <span>{site}</span>
        </Link>
        <div className={styles.story}>
          <p className={styles.claim}>从一张图纸，到摆进房间</p>
          <ol aria-label="产业链七个环节">
            {shell?.tiles
              .filter(({ stage }) => stage)
              .map(({ key, name }) => (
                <li key={key}>{name}</li>
              ))}
          </ol>
        </div>
      </aside>
      <section className={styles.side} aria-labelledby="entry-title">
        <div className={styles.card}>
          {(model === 'login' || model === 'register') && (
            <nav className={styles.tabs} aria-label="登录或注册">
              <EntryLink model="login" current={model === 'login'}>
                登录
              </EntryLink>
              <EntryLink model="register" current={model === 'register'}>
                注册
              </EntryLink>
            </nav>
          )}
          <h1 id="entry-title">{title}</h1>
          <p className={styles.lead}>{lead}</p>
          <NeedsScripts />
          {ready && closing > 0 && (
            <p className={styles.already} role="status">
              注销申请已提交，账号将在 {momentText(closing)} 注销。在此之前重新登录，申请即撤销。
            </p>
          )}
          {ready && model === 'login' && user && (
            <p className={styles.already}>
              您已登录为 {displayName(user)}，<Link to={target}>继续访问</Link>，或登录其他账号
            </p>
          )}
          {ready ? (
            <Face model={model} user={user} onEnter={enter} onModified={(said) => leave(said)} />
          ) : (
            <div className={styles.waiting} aria-hidden="true">
              <i />
              <i />
              <i />
            </div>
          )}
          <Other model={model} />
        </div>
      </section>
    </div>
  );

  function leave(said: string) {
    toast(said);
    void navigate(target, { replace: true });
  }
}

function Face(props: {
  model: EntryModel;
  user: UserInfo | undefined;
  onEnter: (info: UserInfo, said: string) => void;
  onModified: (said: string) => void;
}) {
  const { model, user, onEnter, onModified } = props;
  if (model === 'register') return <RegisterForm onDone={onEnter} />;
  if (model === 'reset') return <ResetForm onDone={onEnter} />;
  if (model === 'modify') return user ? <ModifyForm mobile={user.mobile} onDone={onModified} /> : null;
  return <SignInForm onDone={onEnter} />;
}

function Other({ model }: { model: EntryModel }) {
  return (
    <p className={styles.other}>
      {model === 'login' && (
        <>
          还没有账号？<EntryLink model="register">立即注册</EntryLink>
        </>
      )}
      {model === 'register' && (
        <>
          已有账号？<EntryLink model="login">直接登录</EntryLink>
        </>
      )}
      {model === 'reset' && (
        <>
          想起来了？<EntryLink model="login">返回登录</EntryLink>
        </>
      )}
      {model === 'modify' && (
        <>
          忘记原密码？<EntryLink model="reset">用短信验证码重置</EntryLink>
        </>
      )}
    </p>
  );
}
