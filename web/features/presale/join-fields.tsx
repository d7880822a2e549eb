import type { ReactNode } from 'react';
import { plainNumber } from '../../../contract/typed-number.ts';
import { Button } from '../../ui/button.tsx';
import { Frame } from '../../ui/form/frame.tsx';
import { StepperControl } from '../../ui/form/stepper-control.tsx';
import { TextControl } from '../../ui/form/text-control.tsx';
import { useHydrated } from '../../ui/hydrated.ts';
import { Icon } from '../../ui/icon.tsx';
import { yuan } from '../../ui/time.ts';
import styles from './presale.module.css';
import { sumOf } from './product.ts';
import type { JoinForm } from './use-join-form.ts';

/** The form of a booking. `id` begins the ids of its controls: one page may show it twice. */
export function JoinFields({
  id,
  form,
  unit,
  price,
  most,
  fixed = false,
  action,
  children,
}: {
  id: string;
  form: JoinForm;
  unit: string;
  price: string;
  /** pieces that can be had */
  most: number;
  /** the number stands: only the contact can be changed */
  fixed?: boolean;
  action: string;
  /** beside the button, and below it */
  children?: ReactNode;
}) {
  const { values, errors, refusal, busy, change } = form;
  // Nothing can be written before the page listens: it would be lost.
  const ready = useHydrated();
  const plain = plainNumber(values.number);
  const number = /^\d{1,7}$/.test(plain) ? Number(plain) : 0;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit(event.currentTarget);
      }}
    >
      <fieldset className={styles.form} disabled={!ready}>
        {!fixed && (
          <Frame id={`${id}-number`} label="数量" required hint={`最多 ${most} ${unit}`} error={errors.number}>
            <StepperControl
              id={`${id}-number`}
              label="数量"
              value={values.number}
              onChange={(value) => change('number', value)}
              error={errors.number}
              unit={unit}
              most={most}
              onLeave={() => form.leave(most)}
            />
          </Frame>
        )}
        <Frame id={`${id}-tel`} label="联系方式" required hint="手机号或邮箱" error={errors.tel}>
          <TextControl
            id={`${id}-tel`}
            value={values.tel}
            onChange={(value) => change('tel', value)}
            error={errors.tel}
            required
            inputMode="email"
            autoComplete="tel"
          />
        </Frame>
        <p className={styles.sum}>
          <span>合计</span>
          <b className="price">{number > 0 ? yuan(sumOf(price, number)) : '—'}</b>
        </p>
        {refusal && (
          <p className={styles.refusal} role="alert">
            <Icon name="warn" size="small" />
            {refusal}
          </p>
        )}
        <div className={styles.acts}>
          <Button type="submit" tone="pine" size="strong" busy={busy} full>
            {action}
          </Button>
          {children}
        </div>
      </fieldset>
    </form>
  );
}
