import { useState } from 'react';
import { plainSum } from '../../../contract/typed-number.ts';
import type { withdrawApply } from '../../../contract/wallet.ts';
import { callAt, send } from '../../client/transport.browser.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RadioControl } from '../../ui/form/choice-control.tsx';
import { Frame } from '../../ui/form/frame.tsx';
import { PasswordControl, TextControl } from '../../ui/form/text-control.tsx';
import { yuan } from '../../ui/time.ts';
import { toast } from '../../ui/toast.tsx';
import { WalletForm } from './wallet-form.tsx';
import styles from './wallet.module.css';
import { type Card, lastDigits, type Readiness } from './wire.ts';

interface Props {
  readiness: Readiness;
  cards: readonly Card[];
  onBind: () => void;
  onDone: () => void;
}

/** 提现, and what keeps one from it with the way to put it right (feature A-04). */
export function Withdraw({ readiness, cards, onBind, onDone }: Props) {
  const [open, setOpen] = useState(false);
  const { reason, remedy } = readiness;
  const close = () => setOpen(false);
  return (
    <>
      <Button tone="line" size="strong" onClick={() => setOpen(true)}>
        提现
      </Button>
      <Dialog open={open} title={reason ? '暂时不能提现' : '提现到银行卡'} onClose={close}>
        {open &&
          (reason ? (
            <div className={styles.form}>
              <p>{reason}。</p>
              {remedy === 'bank' && (
                <Button
                  tone="pine"
                  size="strong"
                  full
                  onClick={() => {
                    close();
                    onBind();
                  }}
                >
                  绑定银行卡
                </Button>
              )}
              {remedy === 'balance' && (
                <ButtonLink tone="pine" size="strong" full to="/personal/account/deposit">
                  去充值
                </ButtonLink>
              )}
              {remedy === 'certify' && (
                <>
                  <p className={styles.note}>认证通过后，钱只能提现到认证名称的银行卡，谁也转不走。</p>
                  <ButtonLink tone="pine" size="strong" full to="/personal/certify">
                    去认证
                  </ButtonLink>
                </>
              )}
            </div>
          ) : (
            <Form
              readiness={readiness}
              cards={cards}
              onDone={() => {
                close();
                onDone();
              }}
            />
          ))}
      </Dialog>
    </>
  );
}

function Form({ readiness, cards, onDone }: Pick<Props, 'readiness' | 'cards' | 'onDone'>) {
  const usable = cards.filter(({ truename }) => truename === readiness.truename);
  const [card, setCard] = useState(usable[0]?.id ?? '');
  const [money, setMoney] = useState('');
  const [password, setPassword] = useState('');
  // One for the form, however often it is sent: a press too many, or an answer that did not come, is no second withdrawal.
  const [requestId] = useState(() => crypto.randomUUID());

  const target = usable.find(({ id }) => id === card);
  const plain = plainSum(money);
  const isSum = /^\d{1,30}(\.\d{1,2})?$/.test(plain);
  const tooMuch = isSum && Number(plain) > Number(readiness.most);
  const sum = isSum && !tooMuch && Number(plain) > 0 ? yuan(plain) : '';

  const input = { bank_id: card, money: plain, password, requestId };

  return (
    <WalletForm
      fault={tooMuch ? { money: `最多可提现 ${yuan(readiness.most)}` } : undefined}
      send={() => send(callAt<typeof withdrawApply>('/api/account/withdrawApply'), input)}
      onDone={() => {
        toast('提现申请已提交');
        onDone();
      }}
      action={sum && target ? `提现 ${sum} 到尾号 ${lastDigits(target)}` : '提现'}
    >
      {(errors) => (
        <>
          <Frame id="bank_id" label="收款银行卡" required group error={errors['bank_id']}>
            <RadioControl
              id="bank_id"
              value={card}
              onChange={setCard}
              options={usable.map((one) => ({ value: one.id, label: `${one.bank_name} 尾号 ${lastDigits(one)}` }))}
            />
          </Frame>
          <Frame id="money" label="提现金额" hint={`可提现 ${yuan(readiness.most)}`} required error={errors['money']}>
            <TextControl
              id="money"
              value={money}
              onChange={setMoney}
              error={errors['money']}
              inputMode="decimal"
              autoComplete="off"
              unit="元"
              required
              after={
                <button type="button" className={styles.all} onClick={() => setMoney(readiness.most)}>
                  全部
                </button>
              }
            />
          </Frame>
          <Frame id="password" label="登录密码" hint="确认是您本人" required error={errors['password']}>
            <PasswordControl
              id="password"
              value={password}
              onChange={setPassword}
              error={errors['password']}
              autoComplete="current-password"
              required
            />
          </Frame>
          <p className={styles.note}>提交后这笔钱立即冻结，平台财务审核通过后打款；驳回或银行退回都会全额回到余额。</p>
        </>
      )}
    </WalletForm>
  );
}
