import { Fragment, useState } from 'react';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Ask } from './ask.tsx';
import { type Deed, deedOf } from './deeds.ts';
import styles from './orders.module.css';
import type { OrderAction, OrderInfo, OrderSummary } from './wire.ts';

type Order = OrderSummary | OrderInfo;
type Offer = OrderAction & { deed: Deed };

/** The ranks from which an action is one of the others, and never stands out. */
const others = 50;

/** What may be done with an order and has a button, the most wanted first. */
function offersOf(order: Order): Offer[] {
  return order.actions
    .flatMap((action) => {
      const deed = deedOf(action.action);
      if (!deed || (deed.kind === 'link' && deed.to(order) === undefined)) return [];
      return [{ ...action, label: deed.label ?? action.label, deed }];
    })
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

const mainOf = (order: Order) =>
  offersOf(order)
    .filter(({ enabled, deed }) => enabled && deed.rank < others)
    .slice(0, 2);

/** Everything else that exists for the reader here; what cannot be done now says why not. */
export function OtherActions({ order, onDone }: { order: OrderInfo; onDone: () => void }) {
  const main = new Set(mainOf(order).map(({ action }) => action));
  const rest = offersOf(order).filter(
    ({ action, enabled, deed }) => !main.has(action) && (enabled || deed.kind !== 'card' || !deed.explained),
  );
  const refused = rest.filter(({ enabled }) => !enabled);
  if (rest.length === 0) return null;
  return (
    <div className={styles.others} role="group" aria-label="其他操作">
      <div className={styles.buttons}>
        <Buttons offers={rest} order={order} onDone={onDone} quiet />
      </div>
      {refused.length > 0 && (
        <ul>
          {refused.map(({ action, label, reason }) => (
            <li key={action}>
              {/* the dash is not read out: the button is described by the reason alone */}
              <b aria-hidden="true">{label}：</b>
              <span id={reasonId(action)}>{reason}</span>
            </li>
          ))}
        </ul>
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
