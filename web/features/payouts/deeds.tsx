import { useState } from 'react';
import type { Call, Reply } from '../../../contract/call.ts';
import type {
  approveWithdrawal,
  OperatorWithdrawal,
  rejectWithdrawal,
  revealCard,
  withdrawalFailed,
  withdrawalPaid,
} from '../../../contract/operator/wallet.ts';
import { callAt, send } from '../../client/transport.browser.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { Frame } from '../../ui/form/frame.tsx';
import { TextControl } from '../../ui/form/text-control.tsx';
import { yuan } from '../../ui/time.ts';
import { toast } from '../../ui/toast.tsx';
import { useSending } from '../../ui/use-sending.ts';
import styles from './payouts.module.css';

type Action = OperatorWithdrawal['actions'][number]['action'];

interface Deed {
  label: string;
  tone: 'pine' | 'plain';
  danger?: boolean;
  title: string;
  done: string;
  /** what is asked for with it: the call's field, its label, and rows where it is a text */
  asks?: { name: 'reason' | 'bank_number'; label: string; hint: string; rows?: number };
  question: (withdrawal: OperatorWithdrawal) => string;
  send: (id: string, typed: string) => Promise<Reply<unknown>>;
}

const at = <C extends Call>(path: C['path']) => callAt<C>(path);
const reason = { name: 'reason', label: '原因', hint: '申请人会看到', rows: 3 } as const;

const deeds: Readonly<Record<Action, Deed>> = {
  approve: {
    label: '通过',
    tone: 'pine',
    title: '通过提现',
    done: '已通过',
    question: ({ way, gateway }) =>
      way === 'gateway'
        ? `通过后立即经${gateway}打款到这张卡，不能撤回。`
        : '没有可打款到银行卡的通道：通过后需要您到银行人工打款，再回来登记流水号。',
    send: (id) => send(at<typeof approveWithdrawal>('/api/operator/withdrawalApprove'), { id }),
  },
  reject: {
    label: '驳回',
    tone: 'plain',
    danger: true,
    title: '驳回提现',
    done: '已驳回，款项已退回对方余额',
    asks: reason,
    question: () => '驳回后冻结的钱全额退回对方的可用余额。',
    send: (id, typed) => send(at<typeof rejectWithdrawal>('/api/operator/withdrawalReject'), { id, reason: typed }),
  },
  paid: {
    label: '登记打款',
    tone: 'pine',
    title: '登记人工打款',
    done: '已登记打款',
    asks: { name: 'bank_number', label: '银行流水号', hint: '银行回单上的号码' },
    question: () => '确认银行已经按这个金额打款。登记后冻结的钱记为已付出。',
    send: (id, typed) => send(at<typeof withdrawalPaid>('/api/operator/withdrawalPaid'), { id, bank_number: typed }),
  },
  failed: {
    label: '银行退回',
    tone: 'plain',
    danger: true,
    title: '登记银行退回',
    done: '已登记退回，款项已退回对方余额',
    asks: reason,
    question: () => '银行没有受理或把钱退回来了：全额退回对方的可用余额。',
    send: (id, typed) => send(at<typeof withdrawalFailed>('/api/operator/withdrawalFailed'), { id, reason: typed }),
  },
};

/** What an operator can do with a withdrawal; what is not theirs to do says why. */
export function Deeds({ withdrawal, onDone }: { withdrawal: OperatorWithdrawal; onDone: () => void }) {
  const [asked, setAsked] = useState<Action>();
  const { id, way, actions } = withdrawal;
  const payable = actions.some(({ action, enabled }) => action === 'paid' && enabled);
  return (
    <>
      {actions.map(({ action, enabled, reason: why }) => (
        <Button
          key={action}
          size="small"
          tone={deeds[action].tone}
          disabled={!enabled}
          title={why || undefined}
          aria-description={why || undefined}
          onClick={() => setAsked(action)}
        >
          {deeds[action].label}
        </Button>
      ))}
      {way === 'manual' && payable && <Card id={id} />}
      {asked && (
        <Ask
          key={asked}
          deed={deeds[asked]}
          withdrawal={withdrawal}
          onClose={() => setAsked(undefined)}
          onDone={() => {
            setAsked(undefined);
            onDone();
          }}
        />
      )}
    </>
  );
}

function Ask({
  deed,
  withdrawal,
  onClose,
  onDone,
}: {
  deed: Deed;
  withdrawal: OperatorWithdrawal;
  onClose: () => void;
  onDone: () => void;
}) {
  const { title, label, danger, question, asks, done } = deed;
  const { id, order_id, money, truename, certified_name, bank_name, bank_account } = withdrawal;
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const [busy, once] = useSending();

  async function act() {
    setFault(undefined);
    setRefusal(undefined);
    const reply = await once(() => deed.send(id, typed));
    if (!reply) return;
    if (!reply.ok) {
      const said = asks && reply.fields[asks.name];
      return said ? setFault(said) : setRefusal(reply.message);
    }
    toast(done);
    onDone();
  }

  return (
    <Confirm
      open
      title={title}
      figures={[
        ['单号', order_id],
        ['金额', yuan(money)],
        ['收款', `${bank_name} ${bank_account.slice(-4)}`],
        ['持卡人', truename],
        ['认证名称', certified_name || '未认证'],
      ]}
      action={`${label} ${yuan(money)}`}
      danger={danger}
      busy={busy}
      error={refusal}
      onConfirm={() => void act()}
      onClose={onClose}
    >
      <p>{question(withdrawal)}</p>
      {asks && (
        <Frame id={asks.name} label={asks.label} hint={asks.hint} required error={fault}>
          <TextControl id={asks.name} value={typed} onChange={setTyped} error={fault} rows={asks.rows} required />
        </Frame>
      )}
    </Confirm>
  );
}

/** The whole number, once it is asked for: that it was is kept. */
function Card({ id }: { id: string }) {
  const [shown, setShown] = useState<string>();
  const [busy, once] = useSending();
  async function look() {
    const reply = await once(() => send(at<typeof revealCard>('/api/operator/withdrawalCard'), { id }));
    if (reply?.ok) setShown(reply.data.bank_account);
    else if (reply) toast(reply.message, 'failure');
  }
  if (shown) return <span className={styles.number}>{shown.replaceAll(/(\d{4})(?=\d)/g, '$1 ')}</span>;
  return (
    <Button size="small" icon="eye" busy={busy} onClick={() => void look()}>
      查看卡号
    </Button>
  );
}
