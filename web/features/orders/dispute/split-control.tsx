import { fenToYuan } from '../../../../contract/fields.ts';
import { Frame } from '../../../ui/form/frame.tsx';
import { TextControl } from '../../../ui/form/text-control.tsx';
import { yuan } from '../../../ui/time.ts';
import styles from './dispute.module.css';
import { commissionOf } from '../../../../contract/process/money.ts';
import { afterTyping, type Parts, partsOf, providerFenOf } from './parts.ts';

/** Divides a fixed sum between the two sides: by the slider in hundredths, by the fields to the fen. */
export function SplitControl({
  wholeFen,
  basisPoints,
  value,
  onChange,
  errors,
}: {
  wholeFen: number;
  basisPoints: number;
  value: Parts;
  onChange: (parts: Parts) => void;
  errors: Readonly<Partial<Record<keyof Parts, string>>>;
}) {
  const providerFen = providerFenOf(value, wholeFen);
  const share = providerFen === undefined ? 50 : 100 - Math.round((providerFen / wholeFen) * 100);
  const commission = providerFen === undefined ? 0 : commissionOf(providerFen, basisPoints);
  const told =
    providerFen === undefined
      ? '还没有填写'
      : `退回发布方 ${yuan(value.ownerAmount)}，付给承接方 ${yuan(value.providerAmount)}`;
  const field = (key: keyof Parts, label: string) => (
    <Frame id={key} label={label} required error={errors[key]}>
      <TextControl
        id={key}
        value={value[key]}
        onChange={(typed) => onChange(afterTyping(key, typed, value, wholeFen))}
        error={errors[key]}
        inputMode="decimal"
        unit="元"
        required
      />
    </Frame>
  );
  return (
    <div className={styles.split} role="group" aria-label={`托管中的 ${yuan(fenToYuan(wholeFen))} 怎么分`}>
      <p className={styles.whole}>
        托管中 <b>{yuan(fenToYuan(wholeFen))}</b>，两部分之和始终等于它
      </p>
      <input
        type="range"
        className={styles.slider}
        style={{ '--share': `${share}%` } as React.CSSProperties}
        min={0}
        max={100}
        step={1}
        value={share}
        aria-label="退回发布方的比例"
        aria-valuetext={told}
        onChange={(event) =>
          onChange(partsOf(wholeFen, wholeFen - Math.round((wholeFen * Number(event.target.value)) / 100)))
        }
      />
      <div className={styles.ends} aria-hidden="true">
        <span>退回发布方 {share}%</span>
        <span>付给承接方 {100 - share}%</span>
      </div>
      <div className={styles.fields}>
        {field('ownerAmount', '退回发布方')}
        {field('providerAmount', '付给承接方')}
      </div>
      {commission > 0 && <p className={styles.hint}>承接方到账会扣除平台服务费 {yuan(fenToYuan(commission))}</p>}
    </div>
  );
}

/** A division as it was proposed or made: one bar, two sums. */
export function SplitBar({ ownerAmount, providerAmount }: Parts) {
  const whole = Number(ownerAmount) + Number(providerAmount);
  if (whole === 0) return <p className={styles.hint}>没有款项托管中，双方互不支付</p>;
  return (
    <div className={styles.bar}>
      <div aria-hidden="true">
        <i style={{ flexGrow: Number(ownerAmount) }} />
        <i style={{ flexGrow: Number(providerAmount) }} />
      </div>
      <p>
        <span>
          退回发布方 <b>{yuan(ownerAmount)}</b>
        </span>
        <span>
          付给承接方 <b>{yuan(providerAmount)}</b>
        </span>
      </p>
    </div>
  );
}
