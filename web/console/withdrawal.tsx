import { useCallback, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { OperatorWithdrawal, operatorWithdrawals } from '../../contract/operator/wallet.ts';
import { withdrawalStatus } from '../../contract/statuses.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { page } from '../portal/route-record.ts';
import { Link } from '../ui/link.tsx';
import { momentText, yuan } from '../ui/time.ts';
import { PersonHistory } from './people/person-history.tsx';
import { ClaimBanner, useClaim } from './ui/claim.tsx';
import { Evidence, evidenceKeys, type EvidencePart } from './ui/evidence.tsx';
import { Loaded, Missing } from './ui/loaded.tsx';
import { ReviewScreen } from './ui/review-screen.tsx';
import { Earlier } from './withdrawals/earlier.tsx';
import { deedKeys, Deeds } from './withdrawals/deeds.tsx';
import { saidBy } from './withdrawals/said-by.ts';

export const handle = page({ name: 'console-withdrawal', title: '提现', ground: 'mist', bare: true, unlisted: true });

const list = callAt<typeof operatorWithdrawals>('/api/operator/withdrawalList');
const queue = '/console/withdrawals';
const head = { title: '提现', back: { to: queue, label: '提现审核' } };

const mayAct = ({ actions }: OperatorWithdrawal): boolean => actions.some(({ enabled }) => enabled);

/** One of them, wherever it stands, and which of those that wait is next for the one who asks. */
async function load(id: string) {
  const [reply, waiting] = await Promise.all([
    send(list, { id }),
    send(list, { status: String(withdrawalStatus.pending) }, { quiet: true }),
  ]);
  if (!reply.ok) return reply;
  const others = waiting.ok ? waiting.data.filter((one) => one.id !== id && mayAct(one)) : [];
  const [found] = reply.data;
  // On from where one is; from the end back to those that were passed over.
  const next = others.find(({ create_time }) => found && create_time > found.create_time) ?? others[0];
  return { ...reply, data: { found, next: next?.id } };
}

/** One withdrawal on one screen: money and card on the left, what to do and what is known of whose it is on the right (feature P-05). */
export default function WithdrawalReview() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const loadIt = useCallback(() => load(id), [id]);
  return (
    <Loaded key={id} load={loadIt} head={head}>
      {({ found, next }, reload) => {
        if (!found) return <Missing head={head} text="没有找到这笔提现" />;
        const goOn = () => void navigate(next ? `${queue}/${next}` : queue);
        return (
          <One key={found.update_time} found={found} onNext={next ? goOn : undefined} onDone={goOn} onReload={reload} />
        );
      }}
    </Loaded>
  );
}

function One({
  found,
  onNext,
  onDone,
  onReload,
}: {
  found: OperatorWithdrawal;
  onNext: (() => void) | undefined;
  onDone: () => void;
  onReload: () => void;
}) {
  const [current, setCurrent] = useState(0);
  const { id, order_id, money, create_time, user_id, nickname, account_type } = found;
  const { statusName, approval, actions, reason } = found;
  const claim = useClaim(mayAct(found) ? 'withdrawal' : undefined, id, onReload);
  const held = claim?.held === true;
  const parts = partsOf(found);
  return (
    <ReviewScreen
      back={{ to: queue, label: '提现审核' }}
      title={`${nickname} 提现 ${yuan(money)}`}
      facts={`${order_id}，${account_type === 1 ? '个人' : '企业'}，申请于 ${momentText(create_time)}`}
      banner={<ClaimBanner claim={claim} />}
      keys={[...evidenceKeys(parts), ...(held ? [] : deedKeys(found))]}
      onNext={onNext}
      evidence={<Evidence label="提现内容" parts={parts} current={current} onCurrent={setCurrent} />}
      decision={
        <>
          <h2 style={{ marginBottom: 8 }}>{statusName}</h2>
          {saidBy(found) && <p>{saidBy(found)}</p>}
          {approval === 'first' && <p>金额较大，需要两位同事通过</p>}
          {reason && <p>原因：{reason}</p>}
          {actions.length > 0 && (
            <div style={{ marginTop: 12 }}>
              <Deeds withdrawal={found} screen={{ held, onDone, onRefused: onReload }} />
            </div>
          )}
        </>
      }
      history={<Earlier key={id} of={found} />}
      person={<PersonHistory userId={user_id} />}
    />
  );
}

/** What a decision is made of, in the order in which it is read. */
function partsOf(found: OperatorWithdrawal): EvidencePart[] {
  const { money, account, freeze_account, together, certified_name, truename, otherHolder, user_id } = found;
  const { bank_name, bank_account, way, gateway, bank_number } = found;
  return [
    {
      key: 'money',
      label: '金额',
      text: (
        <>
          <b>{yuan(money)}</b>
          {together && `，与其他等待审核的和 24 小时内通过的合计 ${yuan(together)}`}
        </>
      ),
    },
    { key: 'rest', label: '账户', text: `可用 ${yuan(account)}，提现冻结 ${yuan(freeze_account)}` },
    { key: 'certified', label: '认证名称', text: certified_name || '未认证' },
    {
      key: 'holder',
      label: '持卡人',
      text: otherHolder ? (
        <strong>{truename}（与认证名称不一致）</strong>
      ) : (
        `${truename}${certified_name && '（与认证名称一致）'}`
      ),
    },
    { key: 'card', label: '收款卡', text: `${bank_name} ${bank_account}` },
    {
      key: 'way',
      label: '打款方式',
      text: `${way === 'manual' ? '人工打款' : gateway}${bank_number && `，流水号 ${bank_number}`}`,
    },
    { key: 'book', label: '账本', text: <Link to={`/console/book?userId=${user_id}`}>此人的账本流水</Link> },
  ];
}
