import { Fragment, useState } from 'react';
import { paymentStatus } from '../../../contract/statuses.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Ask } from './ask.tsx';
import { type Deed, deedOf } from './deeds.ts';
import styles from './orders.module.css';
import { justRefused, type OrderAction, type OrderInfo, type OrderSummary } from './wire.ts';

type Order = OrderSummary | OrderInfo;
type Offer = OrderAction & { deed: Deed };

/** The ranks from which an action is one of the others, and never stands out. */
const others = 50;

/**
 * Before the first instalment is held a report is for no one to wait for: the contract goes first. From then on, and once one
 * was put forward, nobody waits for a contract, though another still may be.
 */
function rankOf(order: Order, { action, deed }: Offer): number {
  const held = order.downPaymentStatus >= paymentStatus.held;
  const there = 'history' in order && order.history.some((step) => step.action === 'uploadContract');
  const later = (action === 'report' && !held) || (action === 'uploadContract' && (held || there));
  return later ? others + 5 : deed.rank;
}

/** What may be done with an order and has a button, the most wanted first. */
function offersOf(order: Order): Offer[] {
  return order.actions
    .flatMap((action) => {
      const deed = deedOf(action.action);
      if (!deed || (deed.kind === 'link' && deed.to(order) === undefined)) return [];
      return [{ ...action, label: deed.label ?? action.label, deed }];
    })
    .map((offer): Offer => ({ ...offer, deed: { ...offer.deed, rank: rankOf(order, offer) } }))
    .toSorted((a, b) => a.deed.rank - b.deed.rank);
}

/** In a list there is room for what is wanted next, and for taking the order off it. */
export function ShortActions({ order, onDone }: { order: Order; onDone: () => void }) {
  const open = offersOf(order).filter(({ enabled }) => enabled);
  const shown = open.filter(({ action, deed }, index) => (index < 2 && deed.rank < others) || action === 'remove');
  return <Buttons offers={shown.length > 0 ? shown : open.slice(0, 1)} order={order} onDone={onDone} />;
}

/** The one or two actions that the order waits for, beside its next step. */
export function MainActions({ order, onDone }: { order: OrderInfo; onDone: () => void }) {
  return <Buttons offers={mainOf(order)} order={order} onDone={onDone} size="strong" />;
}

function mainOf(order: OrderInfo): Offer[] {
  const wanted = offersOf(order).filter(({ enabled, deed }) => enabled && deed.rank < others);
  // A request to cancel waits for one of two answers, and for nothing else; a refused plan for another one.
  const answers = wanted.filter(({ action }) => action === 'acceptCancel' || action === 'refuseCancel');
  if (answers.length > 0) return answers;
  return (justRefused(order) ? wanted.filter(({ action }) => action !== 'acceptSplit') : wanted).slice(0, 2);
}

/** Everything else that exists for the reader here; what cannot be done now says why not. */
export function OtherActions({ order, onDone }: { order: OrderInfo; onDone: () => void }) {
  const main = new Set(mainOf(order).map(({ action }) => action));
  const rest = offersOf(order).filter(
    ({ action, enabled, deed }) => !main.has(action) && (enabled || deed.kind !== 'card' || !deed.explained),
  );
  const open = rest.filter(({ enabled }) => enabled);
  const refused = rest.filter(({ enabled }) => !enabled);
  const reasons = new Set(refused.map(({ reason }) => reason));
  const [shared] = reasons.size === 1 && refused.length > 1 ? reasons : [];
  if (rest.length === 0) return null;
  return (
    <div className={styles.others} role="group" aria-label="其他操作">
      {open.length > 0 && (
        <div className={styles.buttons}>
          <Buttons offers={open} order={order} onDone={onDone} quiet />
        </div>
      )}
      {shared && <p className={styles.shared}>{shared}</p>}
      {refused.length > 0 && (
        <details className={styles.refusedOnes}>
          <summary>暂时不能做的操作（{refused.length}）</summary>
          <div className={styles.buttons}>
            <Buttons offers={refused} order={order} onDone={onDone} quiet />
          </div>
          <ul>
            {refused.map(({ action, label, reason }) => (
              <li key={action}>
                {/* the dash is not read out: the button is described by the reason alone */}
                <b aria-hidden="true">{label}：</b>
                <span id={reasonId(action)}>{reason}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

const reasonId = (action: string) => `why-${action}`;

function Buttons({
  offers,
  order,
  onDone,
  size,
  quiet = false,
}: {
  offers: readonly Offer[];
  order: Order;
  onDone: () => void;
  size?: 'strong';
  /** none of them stands out */
  quiet?: boolean;
}) {
  const [asked, setAsked] = useState<Offer>();
  const lead = quiet ? undefined : offers.find(({ enabled, deed }) => enabled && deed.rank < others)?.action;
  return (
    <>
      {offers.map((offer) => (
        <Fragment key={offer.action}>
          <Act
            offer={offer}
            order={order}
            size={size}
            tone={offer.deed.tone ?? (offer.action === lead ? 'pine' : offer.deed.rank < others ? 'line' : 'plain')}
            onAsk={() => setAsked(offer)}
          />
        </Fragment>
      ))}
      {asked?.deed.kind === 'ask' && (
        <Ask
          key={asked.action}
          order={order}
          action={asked}
          deed={asked.deed}
          onClose={() => setAsked(undefined)}
          onDone={onDone}
        />
      )}
    </>
  );
}

function Act({
  offer,
  order,
  onAsk,
  ...look
}: {
  offer: Offer;
  order: Order;
  tone: 'pine' | 'line' | 'plain';
  size?: 'strong';
  onAsk: () => void;
}) {
  const { action, label, enabled, deed } = offer;
  // It stays in reach of the Tab key, so that the reason beside it is read out.
  if (!enabled)
    return (
      <Button tone="plain" aria-disabled aria-describedby={reasonId(action)} className={styles.refused}>
        {label}
      </Button>
    );
  if (deed.kind === 'ask')
    return (
      <Button {...look} onClick={onAsk}>
        {label}
      </Button>
    );
  const to = deed.kind === 'card' ? `/personal/order/${order.demandNid}#${deed.card}` : (deed.to(order) ?? '');
  return (
    <ButtonLink {...look} to={to}>
      {label}
    </ButtonLink>
  );
}
