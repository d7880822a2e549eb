import { useCallback, useState } from 'react';
import { getDispute } from '../../../contract/order-disputes.ts';
import { send } from '../../client/transport.browser.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LatePart } from '../../ui/late-part.tsx';
import { TimeLeft } from '../../ui/moments.tsx';
import { Loading, Skeleton } from '../../ui/states.tsx';
import { momentText, yuan } from '../../ui/time.ts';
import { Answer, type AnswerName, isAnswer } from './dispute/accept.tsx';
import styles from './dispute/dispute.module.css';
import { EvidenceForm, EvidenceList } from './dispute/evidence.tsx';
import { Propose, type ProposalName, proposals } from './dispute/propose.tsx';
import { type DisputeRecord, sideNames } from './dispute/record.ts';
import { SplitBar } from './dispute/split-control.tsx';
import { Phases, Words } from './dispute/steps.tsx';
import { type CardProps, justRefused, type OrderAction, type OrderInfo } from './wire.ts';

/** What is done in this card, in the order of its buttons. */
const deeds = [
  'acceptCancel',
  'refuseCancel',
  'acceptSplit',
  'counterSplit',
  'refuseSplit',
  'withdrawCancel',
  'withdrawDispute',
  'requestCancel',
  'openDispute',
] as const satisfies readonly (ProposalName | AnswerName)[];

const begun: readonly string[] = ['requestCancel', 'openDispute'];
/** A dispute about faulty goods begins with an inspection, of which there are others too: it is known by how it ends. */
const ended: readonly string[] = ['acceptSplit', 'disputeSilence', 'withdrawDispute', 'ruleComplete', 'ruleResume'];
/** What is never the answer that is waited for. */
const aside = (action: string) => begun.includes(action) || action.startsWith('withdraw');

/** A request to cancel, or a dispute, with what it freezes; where neither is open, the way into them. */
export function DisputeCard({ order, reload }: CardProps) {
  const { demandNid } = order;
  const offers = deeds.flatMap((name) => order.actions.find(({ action }) => action === name) ?? []);
  const past = order.frozen || order.history.some(({ action }) => begun.includes(action) || ended.includes(action));
  // What stands may have changed whenever the order did.
  const version = order.history.length;
  const load = useCallback(() => {
    void version;
    return send(getDispute, { demandNid });
  }, [demandNid, version]);
  if (!past && !offers.some(({ enabled }) => enabled)) return null;
  return (
    <LatePart
      load={load}
      skeleton={
        <Loading>
          <Skeleton height="1.6rem" />
        </Loading>
      }
    >
      {(record) => <Record order={order} record={record} offers={offers} reload={reload} />}
    </LatePart>
  );
}

type Part = CardProps & { offers: readonly OrderAction[] };

const beginning = '合作出了问题，先和对方谈；谈不拢，可以申请取消，或请平台处理。';

/** Nobody is told why they cannot take back what the other side said. */
const isOthers = (action: string, { openedBy }: DisputeRecord, role: string) =>
  action.startsWith('withdraw') && openedBy !== role;

function Record({ order, record, reload, ...rest }: Part & { record: DisputeRecord }) {
  const offers = rest.offers.filter(({ action }) => !isOthers(action, record, order.role));
  const { phase, offer, steps, evidence } = record;
  const [now] = useState(() => Math.floor(Date.now() / 1000));
  const frozen = phase === 'negotiation' || phase === 'evidence' || phase === 'ruling';
  const gathering = order.actions.some(({ action, enabled }) => action === 'addEvidence' && enabled);
  const buttons = (
    <Buttons
      order={order}
      offers={offers}
      reload={reload}
      held={record.held}
      basisPoints={record.commissionBasisPoints}
      seen={offer ?? undefined}
    />
  );
  if (phase === 'none')
    return (
      <Card id="dispute" title="取消与争议" note={record.ended ? endOf(record) : beginning}>
        {buttons}
        {steps.length > 0 && (
          <details className={styles.past}>
            <summary>查看经过</summary>
            <Words steps={steps} />
            {evidence.length > 0 && <EvidenceList evidence={evidence} />}
          </details>
        )}
      </Card>
    );
  const title = frozen ? '争议处理中' : '取消申请';
  return (
    <Card id="dispute" title={title} note={openerOf(record, order.role)}>
      <div className={styles.band} data-frozen={frozen || undefined}>
        <Icon name={frozen ? 'lock' : 'clock'} />
        <p>
          <b>{sentence(record, order)}</b>
          {record.until !== null && (
            <span>
              {momentText(record.until)} 到期，
              <TimeLeft until={record.until} rendered={now} over="时间已到" />
            </span>
          )}
          {frozen && (
            <span>
              争议期间，托管的 {yuan(record.held)} 不会放款，各项期限停止计时，付款、完工、验收等操作都已冻结。
            </span>
          )}
        </p>
      </div>
      {frozen && <Phases phase={phase} />}
      {offer && (phase === 'cancel' || phase === 'negotiation') && (
        <section className={styles.offer} aria-label="目前的方案">
          <h3>
            目前的方案<span>{sideFor(offer.by, order.role)}提出</span>
          </h3>
          <SplitBar {...offer} />
        </section>
      )}
      {buttons}
      {(phase === 'evidence' || phase === 'ruling' || evidence.length > 0) && (
        <section className={styles.part} aria-label="证据">
          <h3>
            证据<span>只有双方和平台看得到</span>
          </h3>
          <EvidenceList evidence={evidence} />
          {gathering && <EvidenceForm demandNid={order.demandNid} left={record.evidenceLeft} onDone={reload} />}
        </section>
      )}
      <section className={styles.part} aria-label="争议经过">
        <h3>经过</h3>
        <Words steps={steps} />
      </section>
    </Card>
  );
}

const sideFor = (side: keyof typeof sideNames, role: string) => (side === role ? '您' : sideNames[side]);

const openerOf = ({ openedBy, phase }: DisputeRecord, role: string) =>
  openedBy ? `由${sideFor(openedBy, role)}${phase === 'cancel' ? '提出' : '发起'}` : undefined;

const endOf = ({ ended }: DisputeRecord) => (ended ? `${momentText(ended.time)} ${ended.label}` : '');

/** Whose turn it is, in one sentence to the reader. */
function sentence({ phase, offer, answered }: DisputeRecord, order: OrderInfo): string {
  const own = offer?.by === order.role;
  if (phase === 'cancel') return own ? '等对方答复您的取消申请' : '对方申请取消订单，请您答复';
  if (phase === 'evidence') return '双方提交证据，到期后由平台裁决';
  if (phase === 'ruling') return '举证结束，等待平台裁决';
  if (own) return answered ? '等对方答复您的方案' : '等对方回应；对方一直不回应，就按您的方案分账';
  if (justRefused(order)) return '您没有同意，现在协商：请提出您的方案';
  return answered ? '对方提出了新方案，请您答复' : '请回应对方；一直不回应，就按对方的方案分账';
}

function Buttons({
  order,
  offers,
  reload,
  held,
  basisPoints,
  seen,
}: Part & { held: string; basisPoints: number; seen?: { ownerAmount: string; providerAmount: string } }) {
  const [asked, setAsked] = useState<ProposalName | AnswerName>();
  const close = () => setAsked(undefined);
  const enabled = offers.filter((one) => one.enabled);
  // The plan that was just refused is not the one to press for.
  const open = justRefused(order)
    ? enabled.toSorted((a, b) => Number(b.action === 'counterSplit') - Number(a.action === 'counterSplit'))
    : enabled;
  const lead = open[0]?.action;
  // Beside the order's other buttons each refused one says why; here it is said once for all that wait for the same.
  const answers = offers.filter(({ action, enabled }) => !enabled && !begun.includes(action));
  const reasons = [...new Set(answers.map(({ reason }) => reason))];
  return (
    <>
      <div className={styles.buttons}>
        {open.map(({ action, label }) => (
          <Button
            key={action}
            tone={aside(action) ? 'plain' : action === lead ? 'pine' : 'line'}
            onClick={() => setAsked(action as ProposalName | AnswerName)}
          >
            {label}
          </Button>
        ))}
      </div>
      {reasons.map((reason) => (
        <p key={reason} className={styles.hint}>
          {reason}
        </p>
      ))}
      {asked !== undefined && isAnswer(asked) && (
        <Answer
          name={asked}
          demandNid={order.demandNid}
          seen={{ ownerAmount: seen?.ownerAmount ?? '0', providerAmount: seen?.providerAmount ?? '0' }}
          onClose={close}
          onDone={reload}
        />
      )}
      {asked !== undefined && asked in proposals && (
        <Propose
          name={asked as ProposalName}
          demandNid={order.demandNid}
          held={held}
          basisPoints={basisPoints}
          onClose={close}
          onDone={reload}
        />
      )}
    </>
  );
}
