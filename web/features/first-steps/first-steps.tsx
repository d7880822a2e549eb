import { useEffect, useState } from 'react';
import type {
  chooseFirstSteps,
  dismissFirstSteps,
  FirstStepKey,
  FirstSteps as Steps,
  FirstStepsPath,
  getFirstSteps,
} from '../../../contract/first-steps.ts';
import { callAt, send } from '../../client/transport.browser.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { useSending } from '../../ui/use-sending.ts';
import styles from './first-steps.module.css';

const paths: readonly (readonly [FirstStepsPath, string])[] = [
  ['buy', '我来采购'],
  ['sell', '我来接单'],
];

/** What each step is called, what it is good for, and where it is done. */
const told: Readonly<Record<FirstStepKey, { label: string; why: string; to: (stage: string) => string }>> = {
  profile: { label: '设置昵称和头像', why: '让服务商知道在和谁谈', to: () => '/personal/profile' },
  certify: { label: '完成认证', why: '显示已认证，才能提现', to: () => '/personal/certify' },
  demand: { label: '发布第一条需求', why: '说清要做什么，等服务商报价', to: () => '/publish' },
  shop: { label: '完善店铺', why: '写明做什么、在哪里', to: () => '/personal/shop/shop' },
  case: { label: '上传第一个案例', why: '审核通过后，客户就能找到您', to: () => '/personal/shop/case/new' },
  tender: { label: '投出第一份标书', why: '从正在招标的需求里挑一条', to: (stage) => `/smart/maternal/${stage}` },
};

const words = { todo: '', waiting: '审核中', failed: '未通过，去处理', done: '已完成' } as const;

/**
 * A short list that leads somebody new, at the top of the personal centre: each step by what is really there. It goes when
 * all are done, or for good when it is put away.
 */
export function FirstSteps() {
  const [steps, setSteps] = useState<Steps>();
  const [busy, once] = useSending();
  const [refusal, setRefusal] = useState<string>();
  useEffect(() => {
    let left = false;
    void send(callAt<typeof getFirstSteps>('/api/Personal/firstSteps'), {}, { quiet: true }).then((reply) => {
      if (reply.ok && !left) setSteps(reply.data);
    });
    return () => {
      left = true;
    };
  }, []);
  if (!steps?.shown) return null;

  async function choose(path: FirstStepsPath) {
    const call = callAt<typeof chooseFirstSteps>('/api/Personal/firstStepsPath');
    const reply = await once(() => send(call, { path }));
    if (reply?.ok) setSteps(reply.data);
    else if (reply) setRefusal(reply.message);
  }

  async function dismiss() {
    const call = callAt<typeof dismissFirstSteps>('/api/Personal/firstStepsDismiss');
    const reply = await once(() => send(call, {}));
    if (reply?.ok) setSteps(reply.data);
    else if (reply) setRefusal(reply.message);
  }

  const finished = steps.steps.filter(({ state }) => state === 'done').length;
  const next = steps.steps.findIndex(({ state }) => state === 'todo' || state === 'failed');
  return (
    <section className={styles.card} aria-labelledby="first-steps">
      <header className={styles.head}>
        <h2 id="first-steps">从这里开始</h2>
        <span className={styles.count}>
          已完成 {finished} / {steps.steps.length}
        </span>
        <div className={styles.paths} role="group" aria-label="我来做什么">
          {paths.map(([path, name]) => (
            <button
              key={path}
              type="button"
              aria-pressed={steps.path === path}
              disabled={busy}
              onClick={() => steps.path !== path && void choose(path)}
            >
              {name}
            </button>
          ))}
        </div>
        <Button tone="ghost" size="small" icon="x" busy={busy} onClick={() => void dismiss()}>
          不再显示
        </Button>
      </header>
      {refusal && (
        <p className={styles.refusal} role="alert">
          <Icon name="warn" size="small" />
          {refusal}
        </p>
      )}
      <ol className={styles.steps} data-count={steps.steps.length}>
        {steps.steps.map(({ key, state }, index) => (
          <li key={key} data-state={state} data-next={index === next || undefined}>
            <Link to={told[key].to(steps.stage)} aria-current={index === next ? 'step' : undefined}>
              <span className={styles.mark} aria-hidden="true">
                {state === 'done' ? (
                  <Icon name="check" size="small" />
                ) : state === 'waiting' ? (
                  <Icon name="clock" size="small" />
                ) : state === 'failed' ? (
                  <Icon name="warn" size="small" />
                ) : (
                  index + 1
                )}
              </span>
              <span className={styles.words}>
                <b>{told[key].label}</b>
                <small>{words[state] || told[key].why}</small>
              </span>
              <Icon name="right" size="small" />
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
