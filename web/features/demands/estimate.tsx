import { useEffect, useState } from 'react';
import {
  estimateFor,
  fewestSamples,
  getEstimates,
  scopesOf,
  type StageEstimates,
} from '../../../contract/estimates.ts';
import type { Stage } from '../../../contract/stages/stage.ts';
import { send } from '../../client/transport.browser.ts';
import type { FormValues } from '../../ui/form/draft.ts';
import { Icon, tileIcon } from '../../ui/icon.tsx';
import { yuan } from '../../ui/time.ts';
import styles from './estimate.module.css';

const freshFor = 600_000;
let asked: { at: number; found: Promise<readonly StageEstimates[] | undefined> } | undefined;

/** The figures change once a day: asked for once, by whichever part of the form comes first. */
function load(): Promise<readonly StageEstimates[] | undefined> {
  const now = Date.now();
  if (!asked || now - asked.at > freshFor) {
    const found = send(getEstimates, {}).then((reply) => (reply.ok ? reply.data : undefined));
    asked = { at: now, found };
    // One that failed is tried anew by the next form.
    void found.then((data) => {
      if (!data) asked = undefined;
    });
  }
  return asked.found;
}

type Found = readonly StageEstimates[] | 'waiting' | 'failed';

function useEstimates(): Found {
  const [found, setFound] = useState<Found>('waiting');
  useEffect(() => {
    let left = false;
    void load().then((data) => !left && setFound(data ?? 'failed'));
    return () => {
      left = true;
    };
  }, []);
  return found;
}

interface Asking {
  stage: Stage;
  category: string;
  values: FormValues;
}

const whole = (sum: string) => yuan(sum).replace(/\.00$/, '');

/** Beside a field of the form: what settled orders like this one cost, or how long they took. */
export function EstimateNote({ stage, category, values, about }: Asking & { about: 'price' | 'days' }) {
  const found = useEstimates();
  if (typeof found === 'string') return null;
  const own = found.find((one) => one.stage === stage.key);
  const estimate = own && estimateFor(own, scopesOf(stage, category, values));
  if (!estimate) {
    if (about === 'days') return null;
    return (
      <p className={styles.note}>
        <Icon name="info" size="small" />
        {stage.name}已结清的订单不足 {fewestSamples} 笔，暂不给出参考
      </p>
    );
  }
  const { label, samples, priceMedian, priceHigh, daysMedian, daysHigh } = estimate;
  return (
    <p className={styles.note}>
      <Icon name="info" size="small" />
      <span>
        {about === 'price' ? (
          <>
            根据最近 {samples} 笔已结清{label && `的${label}`}
            {stage.name}订单：一半不超过 <b>{whole(priceMedian)}</b>，八成不超过 <b>{whole(priceHigh)}</b>
          </>
        ) : (
          <>
            从接单到验收，一半用了 <b>{daysMedian} 天</b>以内，八成用了 <b>{daysHigh} 天</b>以内（
            {samples} 笔）
          </>
        )}
      </span>
    </p>
  );
}

/** All stages of the chain side by side, from design to logistics. */
export function EstimateStrip({ stage, category, values }: Asking) {
  const found = useEstimates();
  if (typeof found === 'string') return null;
  const cells = found.map((one) => ({
    ...one,
    estimate: estimateFor(
      one,
      one.stage === stage.key ? scopesOf(stage, category, values) : [`category:${category}`, 'all'],
    ),
  }));
  const known = cells.flatMap(({ estimate }) => estimate ?? []);
  const sum = known.reduce((total, { priceMedian }) => total + Number(priceMedian), 0);
  const days = known.reduce((total, { daysMedian }) => total + daysMedian, 0);
  return (
    <section className={styles.whole} aria-labelledby="whole-chain">
      <header>
        <h2 id="whole-chain">全链估算</h2>
        <p>
          {known.length === 0
            ? `每个环节有 ${fewestSamples} 笔已结清订单之后，这里给出价格和天数的参考`
            : `有数据的 ${known.length} 个环节中位数相加：${whole(sum.toFixed(2))}，${days} 天。只作参考，不是报价`}
        </p>
      </header>
      <ol style={{ '--n': cells.length } as React.CSSProperties}>
        {cells.map(({ stage: key, stageName, samples, estimate }) => (
          <li key={key} aria-current={key === stage.key ? 'step' : undefined}>
            <span className={styles.icon} aria-hidden="true">
              <Icon name={tileIcon(key)} />
            </span>
            <b>{stageName}</b>
            {estimate ? (
              <dl>
                <div>
                  <dt>一半不超过</dt>
                  <dd>
                    {whole(estimate.priceMedian)}，{estimate.daysMedian} 天
                  </dd>
                </div>
                <div>
                  <dt>八成不超过</dt>
                  <dd>
                    {whole(estimate.priceHigh)}，{estimate.daysHigh} 天
                  </dd>
                </div>
              </dl>
            ) : (
              <p className={styles.few}>样本不足</p>
            )}
            <small>
              {estimate ? estimate.samples : samples} 笔{estimate?.label && ` ${estimate.label}`}
            </small>
          </li>
        ))}
      </ol>
    </section>
  );
}
