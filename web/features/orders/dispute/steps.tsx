import { momentText } from '../../../ui/time.ts';
import styles from './dispute.module.css';
import { type DisputeRecord, phases, speakers } from './record.ts';
import { SplitBar } from './split-control.tsx';

/** 协商 → 举证 → 裁决, and which of them it is. */
export function Phases({ phase }: Pick<DisputeRecord, 'phase'>) {
  const here = phases.findIndex(([key]) => key === phase);
  return (
    <ol className={styles.phases} aria-label="争议的步骤">
      {phases.map(([key, name, told], index) => (
        <li
          key={key}
          data-state={index < here ? 'done' : index === here ? 'now' : 'later'}
          aria-current={index === here ? 'step' : undefined}
        >
          <b>{name}</b>
          <span>{told}</span>
        </li>
      ))}
    </ol>
  );
}

/** What was said so far, from the first word on. */
export function Words({ steps }: Pick<DisputeRecord, 'steps'>) {
  return (
    <ol className={styles.words} aria-label="争议经过">
      {steps.map((step, index) => (
        <li key={`${step.time}-${index}`} data-side={step.by}>
          <h4>
            {speakers[step.by]} {step.label}
            {step.nickname && <span>{step.nickname}</span>}
            <time dateTime={new Date(step.time * 1000).toISOString()}>{momentText(step.time)}</time>
          </h4>
          {step.reason && <p>{step.reason}</p>}
          {step.ownerAmount !== '' && <SplitBar ownerAmount={step.ownerAmount} providerAmount={step.providerAmount} />}
        </li>
      ))}
    </ol>
  );
}
