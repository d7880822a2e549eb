import { Button, Space } from 'antd';
import { useState } from 'react';
import type { Call, Reply } from '../../../contract/call.ts';
import { errorKinds } from '../../../contract/errors.ts';
import type { Field } from '../../../contract/fields.ts';
import {
  type approveWithdrawal,
  bankNumberField,
  type OperatorWithdrawal,
  type rejectWithdrawal,
  type revealCard,
  type withdrawalFailed,
  type withdrawalPaid,
  withdrawalReasonField,
} from '../../../contract/operator/wallet.ts';
import { callAt, send } from '../../client/transport.browser.ts';
import { momentText, yuan } from '../../ui/time.ts';
import { toast } from '../../ui/toast.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import { useDesk } from '../layout.tsx';
import { Ask } from '../ui/ask.tsx';
import { DeedButton } from '../ui/deed-button.tsx';
import { FieldItem } from '../ui/field-item.tsx';
import type { Refused } from '../ui/form-shell.tsx';
import { useListReload } from '../ui/list-page.tsx';
import { ReasonInput } from '../ui/reason-box.tsx';

type Action = OperatorWithdrawal['actions'][number]['action'];

interface Deed {
  /** also by what there is of it already */
  label: string | ((withdrawal: OperatorWithdrawal) => string);
  main?: boolean;
  danger?: boolean;
  title: string;
  done: string | ((withdrawal: OperatorWithdrawal) => string);
  /** what is asked for with it, by the call's name for it */
  asks?: { name: 'reason' | 'bank_number'; field: Field; hint: string; templates?: readonly string[] };
  question: (withdrawal: OperatorWithdrawal) => string;
  send: (id: string, typed: string) => Promise<Reply<unknown>>;
}

const paidHow = ({ way, gateway }: OperatorWithdrawal): string =>
  way === 'gateway'
    ? `通过后立即经${gateway}打款到这张卡，不能撤回。`
    : '没有可打款到银行卡的通道：通过后需要您到银行人工打款，再回来登记流水号。';

/** What makes a small one take two. */
const sumOf = ({ together }: OperatorWithdrawal): string =>
  together && `这个人等待审核的和 24 小时内通过的提现合计 ${yuan(together)}。`;

const wordOf = (word: string | ((withdrawal: OperatorWithdrawal) => string), withdrawal: OperatorWithdrawal): string =>
  typeof word === 'string' ? word : word(withdrawal);

const at = <C extends Call>(path: C['path']) => callAt<C>(path);
const reason = { name: 'reason', field: withdrawalReasonField, hint: '申请人会看到' } as const;

/** What is most often wrong; picked, then made more exact. */
const refusals = [
  '持卡人与认证名称不一致',
  '银行卡号或开户行有误，请改正后重新申请',
  '账户有未了结的争议，了结后再申请',
];
const returns = ['银行卡号有误，请改正后重新申请', '户名与卡号不符', '这张卡已注销或冻结，请换一张卡'];

const deeds: Readonly<Record<Action, Deed>> = {
  approve: {
    label: ({ approval }) => (approval === 'second' ? '复核通过' : '通过'),
    main: true,
    title: '通过提现',
    done: ({ approval }) => (approval === 'first' ? '已记下您的通过，等另一位同事复核' : '已通过'),
    question: (withdrawal) => {
      const { approval, firstBy, firstTime } = withdrawal;
      const together = sumOf(withdrawal);
      if (approval === 'first')
        return `${together}金额较大，需要两位同事通过。您通过后先不打款，等另一位财务或管理员复核。`;
      if (firstTime === null) return paidHow(withdrawal);
      const first = `${firstBy} 已在 ${momentText(firstTime)} 通过，您是第二位。`;
      return `${together}${first}${paidHow(withdrawal)}`;
    },
    send: (id) => send(at<typeof approveWithdrawal>('/api/operator/withdrawalApprove'), { id }),
  },
  reject: {
    label: '驳回',
    danger: true,
    title: '驳回提现',
    done: '已驳回，款项已退回对方余额',
    asks: { ...reason, templates: refusals },
    question: () => '驳回后冻结的钱全额退回对方的可用余额。',
    send: (id, typed) => send(at<typeof rejectWithdrawal>('/api/operator/withdrawalReject'), { id, reason: typed }),
  },
  paid: {
    label: '登记打款',
    main: true,
    title: '登记人工打款',
    done: '已登记打款',
    asks: { name: 'bank_number', field: bankNumberField, hint: '银行回单上的号码' },
    question: () => '确认银行已经按这个金额打款。登记后冻结的钱记为已付出。',
    send: (id, typed) => send(at<typeof withdrawalPaid>('/api/operator/withdrawalPaid'), { id, bank_number: typed }),
  },
  failed: {
    label: '银行退回',
    danger: true,
    title: '登记银行退回',
    done: '已登记退回，款项已退回对方余额',
    asks: { ...reason, templates: returns },
    question: () => '银行没有受理或把钱退回来了：全额退回对方的可用余额。',
    send: (id, typed) => send(at<typeof withdrawalFailed>('/api/operator/withdrawalFailed'), { id, reason: typed }),
  },
};

/** By which key a screen of one withdrawal asks for a deed. */
const keyOf: Readonly<Record<Action, string>> = { approve: 'a', reject: 'r', paid: 'p', failed: 'f' };

/** The keys of what may be done with it now, as a screen lists them. */
export const deedKeys = (withdrawal: OperatorWithdrawal): (readonly [string, string])[] =>
  withdrawal.actions.flatMap(({ action, enabled }) =>
    enabled ? [[keyOf[action].toUpperCase(), wordOf(deeds[action].label, withdrawal)] as const] : [],
  );

/**
 * What an operator can do with a withdrawal; what is not theirs to do says why. In a row of the list; on a screen of its own with
 * `screen`, which has taken the claim and has keys for them.
 */
export function Deeds({
  withdrawal,
  screen,
}: {
  withdrawal: OperatorWithdrawal;
  screen?: { held: boolean; onDone: () => void; onRefused: () => void };
}) {
  const [asked, setAsked] = useState<Action>();
  const reload = useListReload();
  const { reload: recount } = useDesk();
  const { id, way, actions } = withdrawal;
  const byKey = actions.flatMap(({ action, enabled }) =>
    screen && enabled && !screen.held ? [[keyOf[action], () => setAsked(action)] as const] : [],
  );
  useShortcuts(Object.fromEntries(byKey));
  if (actions.length === 0) return null;
  const payable = actions.some(({ action, enabled }) => action === 'paid' && enabled);
  return (
    <Space size={8} wrap>
      {actions.map(({ action, enabled, reason: why }) => (
        <DeedButton
          key={action}
          size={screen ? 'middle' : 'small'}
          type={deeds[action].main ? 'primary' : 'default'}
          danger={screen && deeds[action].danger}
          why={!enabled ? why : screen?.held ? '同事正在处理这一件' : ''}
          onClick={() => setAsked(action)}
        >
          {wordOf(deeds[action].label, withdrawal)}
        </DeedButton>
      ))}
      {way === 'manual' && payable && <Card id={id} />}
      {asked && (
        <AskDeed
          deed={deeds[asked]}
          withdrawal={withdrawal}
          claim={screen ? undefined : { kind: 'withdrawal', id }}
          onClose={() => setAsked(undefined)}
          onRefused={
            screen &&
            (({ code, message }) => {
              setAsked(undefined);
              toast(message, 'failure');
              // What is shown is not what stands any more.
              if (code === errorKinds.state_conflict.code) screen.onRefused();
            })
          }
          onDone={() => {
            setAsked(undefined);
            if (screen) screen.onDone();
            else reload();
            recount();
          }}
        />
      )}
    </Space>
  );
}

function AskDeed({
  deed: { title, label, danger, question, asks, done, send: sendIt },
  withdrawal,
  claim,
  onRefused,
  onClose,
  onDone,
}: {
  deed: Deed;
  withdrawal: OperatorWithdrawal;
  claim: { kind: 'withdrawal'; id: string } | undefined;
  onRefused: ((reply: Refused) => void) | undefined;
  onClose: () => void;
  onDone: () => void;
}) {
  const { id, order_id, money, truename, certified_name, bank_name, bank_account } = withdrawal;
  return (
    <Ask<Record<string, string | undefined>, unknown>
      title={title}
      claim={claim}
      onRefused={onRefused}
      question={question(withdrawal)}
      figures={[
        ['单号', order_id],
        ['金额', yuan(money)],
        ['收款', `${bank_name} ${bank_account.slice(-4)}`],
        ['持卡人', truename],
        ['认证名称', certified_name || '未认证'],
      ]}
      action={`${wordOf(label, withdrawal)} ${yuan(money)}`}
      danger={danger}
      send={(values) => sendIt(id, (asks && values[asks.name]) ?? '')}
      onDone={() => {
        toast(wordOf(done, withdrawal));
        onDone();
      }}
      onClose={onClose}
    >
      {asks && (
        <FieldItem name={asks.name} field={asks.field} hint={asks.hint} autoFocus>
          {asks.templates && <ReasonInput templates={asks.templates} rows={3} max={200} />}
        </FieldItem>
      )}
    </Ask>
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
  if (shown) return <b>{shown.replaceAll(/(\d{4})(?=\d)/g, '$1 ')}</b>;
  return (
    <Button size="small" loading={busy} onClick={() => void look()}>
      查看卡号
    </Button>
  );
}
