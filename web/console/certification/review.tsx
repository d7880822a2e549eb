import { useEffect, useRef, useState } from 'react';
import type { CallOutput } from '../../../contract/call.ts';
import type {
  decideCertification,
  EvidenceItem,
  operatorCertification,
} from '../../../contract/operator/certification.ts';
import { accountTypeNames } from '../../../contract/statuses.ts';
import { callAt, send } from '../../client/transport.browser.ts';
import { untilRenewal } from '../../features/renewal.ts';
import { Tag } from '../../ui/tag.tsx';
import { momentText } from '../../ui/time.ts';
import { toast } from '../../ui/toast.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import { Ask } from '../ui/ask.tsx';
import { PersonHistory } from '../people/person-history.tsx';
import { ClaimBanner, type ClaimHold } from '../ui/claim.tsx';
import { Evidence, evidenceKeys, type EvidencePart } from '../ui/evidence.tsx';
import { ReviewScreen } from '../ui/review-screen.tsx';
import { keptReasons } from './kept-reasons.ts';
import { type Reasons, Verdict } from './verdict.tsx';
import styles from './verdict.module.css';

type Found = CallOutput<typeof operatorCertification>;

const decideCall = callAt<typeof decideCertification>('/api/operator/certifyDecide');

/** One application with its papers, and what is decided over it. */
export function Review({
  found,
  claim,
  reload,
  onRenew,
  onDecided,
  onSkip,
}: {
  found: Found;
  claim?: ClaimHold;
  reload: () => void;
  /** asks for the same with fresh links */
  onRenew: () => void;
  onDecided: (next: string | null) => void;
  onSkip: () => void;
}) {
  const kept = keptReasons(found.id, found.revision);
  const [reasons, setReasons] = useState<Reasons>(() => kept.read());
  const keep = (next: Reasons) => {
    kept.put(next);
    setReasons(next);
  };
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<{ text: string; stale: boolean }>();
  const [asked, setAsked] = useState(false);
  const [busy, once] = useSending();
  const [current, setCurrent] = useState(0);
  // The papers' links run out while one looks; what is flagged and written stays.
  const renew = useRef(onRenew);
  useEffect(() => {
    renew.current = onRenew;
  });
  useEffect(() => {
    const timer = setTimeout(() => renew.current(), untilRenewal(found.items.flatMap(({ files }) => files)));
    return () => clearTimeout(timer);
  }, [found.items]);
  const items = found.items.filter(
    ({ text, files, covered, required }) => required || covered || text !== '' || files.length > 0,
  );
  // What is optional may have been taken back: there is nothing of it to look at, and its being gone is said.
  const anew = found.items
    .filter(({ answers }) => answers !== '')
    .map((item) => (items.includes(item) ? item.label : `${item.label}（已撤下）`));
  const open = found.actions[0]?.enabled === true && !claim?.held;
  const flagged = items.filter(({ item }) => item in reasons);
  const parts = items.map((item) => partOf(item, item.item in reasons));

  const decide = (decision: 'pass' | 'refuse') =>
    send(decideCall, { id: found.id, revision: found.revision, decision, ...(decision === 'refuse' && { reasons }) });

  function settled(decision: 'pass' | 'refuse', next: string | null) {
    kept.put({});
    toast(decision === 'pass' ? `已通过：${found.name}` : `已驳回 ${flagged.length} 项：${found.name}`);
    onDecided(next);
  }

  async function sendRefusal() {
    setProblem(undefined);
    const reply = await once(() => decide('refuse'));
    if (!reply) return;
    if (reply.ok) return settled('refuse', reply.data.next);
    setErrors(
      Object.fromEntries(Object.entries(reply.fields).map(([name, text]) => [name.replace(/^reasons\./, ''), text])),
    );
    setProblem({ text: reply.message, stale: reply.code === 1005 });
  }

  function refuse() {
    const empty = flagged.filter(({ item }) => (reasons[item] ?? '').trim().length < 2);
    setErrors(Object.fromEntries(empty.map(({ item }) => [item, '请写明原因，申请人会看到'])));
    if (empty[0]) return focusReason(empty[0].item);
    if (flagged.length > 0) void sendRefusal();
  }

  function flag(item: string, on: boolean) {
    setErrors(({ [item]: _, ...rest }) => rest);
    const { [item]: before = '', ...rest } = reasons;
    keep(on ? { ...rest, [item]: before } : rest);
    if (on) focusReason(item);
  }

  const at = items[current];
  useShortcuts({
    x: open && at ? () => flag(at.item, !(at.item in reasons)) : undefined,
    a: open && flagged.length === 0 && !busy ? () => setAsked(true) : undefined,
    r: open && flagged.length > 0 && !busy ? refuse : undefined,
  });
  const kind = `${accountTypeNames[found.account_type === 2 ? 2 : 1]}${found.typeName && `，${found.typeName}`}`;

  return (
    <>
      <ReviewScreen
        back={{ to: '/console/certifications', label: '认证审核' }}
        title={found.name}
        facts={
          <>
            {kind}，{found.region}，账户 {found.nickname}，提交于 {momentText(found.submitTime)}
            {found.revision > 1 && `（第 ${found.revision} 次）`}
            {anew.length > 0 && `，这次重新提交：${anew.join('、')}`}
          </>
        }
        banner={open || claim?.held ? <ClaimBanner claim={claim} /> : null}
        keys={[...evidenceKeys(parts), ...(open ? decidingKeys : [])]}
        onNext={found.next === null ? undefined : onSkip}
        evidence={<Evidence parts={parts} current={current} onCurrent={setCurrent} />}
        person={<PersonHistory userId={found.userId} />}
        decision={
          <Verdict
            found={found}
            held={claim?.held === true}
            items={items}
            reasons={reasons}
            errors={errors}
            problem={problem}
            busy={busy}
            onFlag={flag}
            onReason={(item, text) => {
              setErrors(({ [item]: _, ...rest }) => rest);
              keep({ ...reasons, [item]: text });
            }}
            onPass={() => setAsked(true)}
            onRefuse={refuse}
            onReload={reload}
          />
        }
      />
      {asked && (
        <Ask
          title="通过这份认证"
          question="通过后立即显示「已认证」，并可以提现到这个名称的银行卡。"
          figures={[
            ['认证名称', found.name],
            ['类型', kind],
          ]}
          action="通过认证"
          send={() => decide('pass')}
          onRefused={(reply) => {
            setAsked(false);
            setProblem({ text: reply.message, stale: reply.code === 1005 });
          }}
          onDone={({ next }) => settled('pass', next)}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}

const decidingKeys = [
  ['X', '标为不合格'],
  ['A', '通过'],
  ['R', '驳回'],
  ['Esc', '离开原因'],
] as const;

/** Once it is there. */
const focusReason = (item: string) => requestAnimationFrame(() => document.getElementById(`reason-${item}`)?.focus());

function partOf({ item, label, files, reason, answers, ...given }: EvidenceItem, flagged: boolean): EvidencePart {
  const pictures = files.filter(({ width }) => width > 0);
  const text = given.text || (given.covered ? '已提供，只有审核或管理员可以查看' : '');
  return {
    key: item,
    label,
    note: given.covered && given.text ? '已遮盖' : undefined,
    text: answers ? (
      <>
        {text}
        <p className={styles.anew}>
          <Tag tone="warning">重新提交</Tag> 上次驳回：{answers}
        </p>
      </>
    ) : (
      text
    ),
    shots: pictures.map(({ url, full, small }, index) => ({
      key: `${item}:${url}`,
      src: full,
      small,
      alt: pictures.length > 1 ? `${label} 第${index + 1}张` : label,
    })),
    files: files.filter(({ width }) => width === 0).map(({ full, name }) => ({ href: full, name })),
    flagged: flagged || reason !== '',
  };
}
