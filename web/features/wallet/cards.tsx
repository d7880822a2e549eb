import { useState } from 'react';
import { commonBanks } from '../../../contract/banks.ts';
import type { bindBank, unbindBank } from '../../../contract/wallet.ts';
import { callAt, send } from '../../client/transport.browser.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm, Dialog } from '../../ui/dialog.tsx';
import { SelectControl } from '../../ui/form/choice-control.tsx';
import { Frame } from '../../ui/form/frame.tsx';
import { TextControl } from '../../ui/form/text-control.tsx';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { WalletForm } from './wallet-form.tsx';
import styles from './wallet.module.css';
import { type Card, lastDigits } from './wire.ts';

/** Bound cards (feature A-03). `holder`: the certified name, which alone money goes to; '' where there is none yet. */
export function Cards({
  cards,
  holder,
  binding,
  onBinding,
  onChanged,
}: {
  cards: readonly Card[];
  holder: string;
  /** whether the form is open; the way to a withdrawal may lead here */
  binding: boolean;
  onBinding: (open: boolean) => void;
  onChanged: () => void;
}) {
  return (
    <section className={styles.card} aria-labelledby="cards">
      <header className={styles.title}>
        <h2 id="cards">银行卡</h2>
        <Button size="small" icon="plus" onClick={() => onBinding(true)}>
          绑定银行卡
        </Button>
      </header>
      {cards.length === 0 ? (
        <p className={styles.quiet}>还没有绑定银行卡，绑定后才能提现</p>
      ) : (
        <ul className={styles.cards}>
          {cards.map((card) => (
            <BankCard key={card.id} card={card} onChanged={onChanged} />
          ))}
        </ul>
      )}
      <Dialog open={binding} title="绑定银行卡" onClose={() => onBinding(false)}>
        {binding && (
          <BindForm
            holder={holder}
            onDone={() => {
              onBinding(false);
              onChanged();
            }}
          />
        )}
      </Dialog>
    </section>
  );
}

function BankCard({ card, onChanged }: { card: Card; onChanged: () => void }) {
  const [asking, setAsking] = useState(false);
  const [busy, once] = useSending();
  const [error, setError] = useState<string>();
  async function unbind() {
    setError(undefined);
    const reply = await once(() => send(callAt<typeof unbindBank>('/api/account/unbindBank'), { id: card.id }));
    if (!reply) return;
    if (!reply.ok) return setError(reply.message);
    setAsking(false);
    toast('已解绑');
    onChanged();
  }
  return (
    <li>
      <Icon name="wallet" />
      <p>
        <b>{card.bank_name}</b>
        <span>
          <span className="sr">尾号</span>
          <span aria-hidden="true">•••• </span>
          {lastDigits(card)}
        </span>
        <small>{card.truename}</small>
      </p>
      <button
        type="button"
        onClick={() => setAsking(true)}
        aria-label={`解绑 ${card.bank_name} 尾号${lastDigits(card)}`}
      >
        解绑
      </button>
      <Confirm
        open={asking}
        title="解绑银行卡"
        figures={[
          ['银行', card.bank_name],
          ['卡号', `尾号 ${lastDigits(card)}`],
          ['持卡人', card.truename],
        ]}
        action="解绑"
        danger
        busy={busy}
        error={error}
        onConfirm={() => void unbind()}
        onClose={() => setAsking(false)}
      >
        <p>解绑后不能再提现到这张卡，要用时可以重新绑定。</p>
      </Confirm>
    </li>
  );
}

const other = '其他银行';
const options = [...commonBanks, other].map((value) => ({ value, label: value }));

function BindForm({ holder, onDone }: { holder: string; onDone: () => void }) {
  const [bank, setBank] = useState('');
  const [otherBank, setOtherBank] = useState('');
  const [number, setNumber] = useState('');
  const [name, setName] = useState(holder);
  const input = { bank_name: bank === other ? otherBank : bank, bank_account: number, truename: name };

  return (
    <WalletForm
      send={() => send(callAt<typeof bindBank>('/api/account/bindBank'), input)}
      onDone={() => {
        toast('银行卡已绑定');
        onDone();
      }}
      action="绑定"
      note={
        <p className={styles.promise}>
          <Icon name="lock" size="small" />
          卡号和持卡人加密保存，页面上只显示卡号后四位
        </p>
      }
    >
      {(errors) => (
        <>
          <Frame id="bank_account" label="银行卡号" hint="15至19位" required error={errors['bank_account']}>
            <TextControl
              id="bank_account"
              value={number}
              onChange={(value) => setNumber(inFours(value))}
              error={errors['bank_account']}
              inputMode="numeric"
              autoComplete="cc-number"
              placeholder="6222 0202 0011 2233 445"
              required
            />
          </Frame>
          <Frame id="bank_name" label="开户银行" required error={bank === other ? undefined : errors['bank_name']}>
            <SelectControl
              id="bank_name"
              value={bank}
              onChange={setBank}
              error={bank === other ? undefined : errors['bank_name']}
              options={options}
              placeholder="请选择"
              required
            />
          </Frame>
          {bank === other && (
            <Frame id="other_bank" label="银行名称" required error={errors['bank_name']}>
              <TextControl
                id="other_bank"
                value={otherBank}
                onChange={setOtherBank}
                error={errors['bank_name']}
                max={30}
                required
              />
            </Frame>
          )}
          <Frame
            id="truename"
            label="持卡人"
            hint={holder ? '须与认证名称一致' : '提现时须与认证名称一致'}
            required
            error={errors['truename']}
          >
            <TextControl
              id="truename"
              value={name}
              onChange={setName}
              error={errors['truename']}
              autoComplete="cc-name"
              required
            />
          </Frame>
        </>
      )}
    </WalletForm>
  );
}

/** Digits as they stand on the card; what is no digit stays, so that it can be said what is wrong with it. */
function inFours(typed: string): string {
  const digits = typed.replaceAll(/\s/g, '');
  return /^\d+$/.test(digits) ? digits.replaceAll(/(\d{4})(?=\d)/g, '$1 ') : typed;
}
