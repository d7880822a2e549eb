import { useState } from 'react';
import { plainSum } from '../../../contract/typed-number.ts';
import { send } from '../../client/transport.browser.ts';
import { Button } from '../../ui/button.tsx';
import { Frame } from '../../ui/form/frame.tsx';
import { TextControl } from '../../ui/form/text-control.tsx';
import { textOf } from '../../ui/form/draft.ts';
import { useDraft } from '../../ui/form/use-draft.ts';
import { Icon } from '../../ui/icon.tsx';
import { yuan } from '../../ui/time.ts';
import { useSending } from '../../ui/use-sending.ts';
import { type Payment, rechargeCall, type Way } from './calls.ts';
import { deviceOf, holdTab } from './cashier.ts';
import styles from './payments.module.css';
import { firstOf, Ways } from './ways.tsx';

/** yuan */
const picks = ['1000', '5000', '10000', '50000'] as const;
const draftKey = 'omo.draft.deposit';

/** One to 500,000 yuan: only such a sum is named on the button. */
const isSum = (typed: string): boolean =>
  /^\d{1,6}(\.\d{1,2})?$/.test(typed) && Number(typed) >= 1 && Number(typed) <= 500_000;

/** How much, and how; what was typed is still there after a sign-in that ran out. */
export function DepositForm({
  ways,
  amount,
  onOpened,
}: {
  ways: readonly Way[];
  /** yuan that the reader came for; '' for no sum in particular */
  amount: string;
  onOpened: (payment: Payment) => void;
}) {
  const draft = useDraft(draftKey, { money: '', way: '' });
  const [touched, setTouched] = useState(false);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [fault, setFault] = useState<string>();
  const [busy, once] = useSending();
  const typed = textOf(draft.values['money']);
  // What one came for goes before what was typed another time.
  const money = !touched && amount !== '' ? amount : typed;
  const wanted = draft.values['way'];
  const way = ways.find((one) => one.way === wanted && one.enabled)?.way ?? firstOf(ways);
  const change = (value: string) => {
    setTouched(true);
    setFaults({});
    draft.change('money', value);
  };

  async function submit() {
    setFault(undefined);
    await once(async () => {
      const tab = holdTab();
      // Sent once more after the line broke it is the same payment; another sum or way is another.
      const requestId = `${draft.requestId}-${plainSum(money).replace(/\W/g, '_').slice(0, 12)}-${way}`;
      const form = { money: plainSum(money), way: way as 'sandbox', device: deviceOf(), requestId };
      const reply = await send(rechargeCall, form);
      if (!reply.ok) {
        tab.drop();
        setFaults(reply.fields);
        if (!reply.fields['money']) setFault(reply.message);
        else document.getElementById('money')?.focus();
        // That payment came to nothing: the same form is the next one.
        if (reply.fields['requestId'] || reply.code === 1005) {
          draft.discard();
          change(money);
          if (way) draft.change('way', way);
        }
        return;
      }
      draft.discard();
      tab.show(reply.data);
      onOpened(reply.data);
    });
  }

  return (
    <form
      className={styles.deposit}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Frame id="money" label="充值金额" hint="1元到50万元" required error={faults['money']}>
        <TextControl
          id="money"
          value={money}
          onChange={change}
          error={faults['money']}
          unit="元"
          inputMode="decimal"
          autoComplete="off"
          required
        />
      </Frame>
      <div className={styles.picks} role="group" aria-label="常用金额">
        {picks.map((pick) => (
          <Button key={pick} aria-pressed={money === pick} onClick={() => change(pick)}>
            {yuan(pick).replace('.00', '')}
          </Button>
        ))}
      </div>
      <Ways ways={ways} chosen={way} onChoose={(value) => draft.change('way', value)} />
      {fault && (
        <p className={styles.fault} role="alert">
          <Icon name="warn" size="small" />
          {fault}
        </p>
      )}
      <div className={styles.deeds}>
        <Button type="submit" tone="pine" size="strong" busy={busy} disabled={way === undefined}>
          充值{isSum(plainSum(money)) ? ` ${yuan(plainSum(money))}` : ''}
        </Button>
      </div>
    </form>
  );
}
