import { useEffect, useState } from 'react';
import { notProvenBy, provenBy, type Step } from '../../../contract/trace/steps.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { momentText } from '../../ui/time.ts';
import type { Outcome } from './check.ts';
import { Rings } from './rings.tsx';
import styles from './seal.module.css';

type State = { kind: 'waiting' } | { kind: 'failed'; text: string } | ({ kind: 'done' } & Outcome);

/** Comes after the page: nobody waits for it to read. */
async function examined(code: string): Promise<State> {
  try {
    const { check } = await import('./check.ts');
    const outcome = await check(code);
    return typeof outcome === 'string' ? { kind: 'failed', text: outcome } : { kind: 'done', ...outcome };
  } catch {
    return { kind: 'failed', text: '没能核对，请检查网络后再试' };
  }
}

/** What the reader's own browser finds when it recomputes everything, step by step, and what that does not prove. */
export function Seal({
  code,
  stages,
  records,
  pictures,
  phone,
  onChecked,
}: {
  code: string;
  /** how many there are, as the page says */
  stages: number;
  records: number;
  pictures: number;
  phone: string;
  /** must be stable */
  onChecked: (outcome: Outcome) => void;
}) {
  const [state, setState] = useState<State>({ kind: 'waiting' });
  const [extra, setExtra] = useState<Step>();
  const [looking, setLooking] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let live = true;
    const look = async () => {
      const next = await examined(code);
      if (!live) return;
      setState(next);
      if (next.kind === 'done') onChecked(next);
    };
    void look();
    return () => {
      live = false;
    };
  }, [code, attempt, onChecked]);

  const steps = state.kind === 'done' ? [...state.steps, ...(extra ? [extra] : [])] : [];
  const bad = steps.some((step) => step.state === 'bad');
  const again = () => {
    setState({ kind: 'waiting' });
    setExtra(undefined);
    setAttempt((count) => count + 1);
  };
  const lookAtPictures = async () => {
    if (state.kind !== 'done') return;
    setLooking(true);
    const { checkPictures } = await import('./check.ts');
    setExtra(await checkPictures(state.trace));
    setLooking(false);
  };
  const found = state.kind !== 'done' ? undefined : bad ? 'bad' : 'good';
  return (
    <aside id="check" className={styles.seal} aria-label="核对结果">
      <div className={styles.rings}>
        <Rings count={stages} found={found} />
      </div>
      <div role="status">
        <h2>
          {state.kind === 'waiting' && '正在您的浏览器里核对'}
          {state.kind === 'failed' && '这次没有核对成'}
          {state.kind === 'done' && (bad ? '有地方对不上' : `${records} 条记录，全部对得上`)}
        </h2>
        <p className={styles.when}>
          {state.kind === 'waiting' && '取回记录和证明，在这台设备上重新算一遍'}
          {state.kind === 'failed' && state.text}
          {state.kind === 'done' && `${momentText(state.at)} 在这台设备的浏览器里核对`}
        </p>
      </div>
      <noscript>
        <p className={styles.when}>
          核对要在您的浏览器里运行脚本（JavaScript）。没有脚本也能看下面的记录，或下载核对包在别处核对。
        </p>
      </noscript>
      {steps.length > 0 && (
        <ol className={styles.steps}>
          {steps.map((step) => (
            <StepLine key={step.key} step={step} />
          ))}
        </ol>
      )}
      {state.kind === 'done' && !bad && (
        <Words title="核对通过，证明了这些" list={provenBy(state.trace.bundle)} tone="good" />
      )}
      <Words
        title={bad ? '核对本身也不能证明这些' : '核对通过，也不能证明这些'}
        list={notProvenBy(state.kind === 'done' ? state.trace.bundle : undefined)}
        tone="limits"
      />
      <div className={styles.acts}>
        {state.kind !== 'waiting' && (
          <Button icon="return" onClick={again}>
            再核对一次
          </Button>
        )}
        {state.kind === 'done' && pictures > 0 && !extra && (
          <Button icon="camera" busy={looking} onClick={() => void lookAtPictures()}>
            核对 {pictures} 张照片
          </Button>
        )}
      </div>
      <div className={styles.take}>
        <a href={`/trace/${code}/bundle.zip`} download>
          <Icon name="download" size="small" />
          下载核对包
        </a>
        {pictures > 0 && (
          <a href={`/trace/${code}/bundle.zip?pictures=1`} download>
            连照片一起下载
          </a>
        )}
        <p>打开包里的“核对.html”，不联网、不经过我们也能核对。</p>
        {phone && (
          <p>
            内容有误？请拨打 <a href={`tel:${phone}`}>{phone}</a>，报上溯源码。
          </p>
        )}
      </div>
    </aside>
  );
}

const stepIcons = { good: 'checkc', bad: 'warn', skipped: 'info' } as const;

function StepLine({ step: { name, text, state, faults, facts = [], took } }: { step: Step }) {
  return (
    <li data-state={state}>
      <Icon
        name={stepIcons[state]}
        label={state === 'good' ? '通过' : state === 'bad' ? '没有通过' : '没有做'}
        className={styles.mark}
      />
      <div>
        <p className={styles.name}>
          <b>{name}</b>
          {took !== undefined && <span className={styles.took}>{duration(took)}</span>}
        </p>
        {state === 'bad' ? (
          faults.map((fault) => (
            <span key={fault} className={styles.fault}>
              {fault}
            </span>
          ))
        ) : (
          <span>{text}</span>
        )}
        {facts.length > 0 && (
          <dl className={styles.facts}>
            {facts.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value.startsWith('0x') ? <code>{value}</code> : value}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </li>
  );
}

/** In a unit in which something is left to read. */
const duration = (milliseconds: number) =>
  milliseconds < 1000 ? `${Math.max(1, Math.round(milliseconds))} 毫秒` : `${(milliseconds / 1000).toFixed(1)} 秒`;

function Words({ title, list, tone }: { title: string; list: readonly string[]; tone: 'good' | 'limits' }) {
  return (
    <section className={`${styles.words} ${styles[tone]}`}>
      <h3>
        <Icon name={tone === 'good' ? 'checkc' : 'info'} size="small" />
        {title}
      </h3>
      <ul>
        {list.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
