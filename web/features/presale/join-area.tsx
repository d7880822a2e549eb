import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { getPresellInfo, joinPresell } from '../../../contract/presale.ts';
import { callAt, send } from '../../client/transport.browser.ts';
import { waiting } from '../../client/waiting.ts';
import { demandLogin, useUser } from '../../session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useHydrated } from '../../ui/hydrated.ts';
import { Icon } from '../../ui/icon.tsx';
import { useNow } from '../../ui/moments.tsx';
import { momentText, yuan } from '../../ui/time.ts';
import { toast } from '../../ui/toast.tsx';
import { Booking } from './booking.tsx';
import { JoinFields } from './join-fields.tsx';
import styles from './presale.module.css';
import type { PageProduct } from './product.ts';
import { halfTyped, type Join, useJoinForm } from './use-join-form.ts';

interface Props {
  product: PageProduct;
  rendered: number;
  /** a booking was made, changed or taken back: what is left has changed */
  onChanged: () => void;
}

const infoCall = callAt<typeof getPresellInfo>('/api/Presell/getProductInfo');

const onPhone = () => matchMedia('(max-width: 767.98px)').matches;

/** The reader's own booking; fetched in the browser, the page itself is anonymous (rulings §6). */
function useMine(
  productId: string,
): [mine: Join | undefined, setMine: (join: Join | undefined) => void, reload: () => void] {
  const token = useUser()?.token;
  const [found, setFound] = useState<{ of: string; join: Join | undefined }>();
  const [attempt, setAttempt] = useState(0);
  const of = `${productId} ${token}`;
  useEffect(() => {
    if (!token) return;
    let left = false;
    void send(infoCall, { productId }).then((reply) => {
      if (reply.ok && !left) setFound({ of, join: reply.data.myJoin ?? undefined });
    });
    return () => {
      left = true;
    };
  }, [productId, token, of, attempt]);
  const set = useCallback((join: Join | undefined) => setFound({ of, join }), [of]);
  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  return [token && found?.of === of ? found.join : undefined, set, reload];
}

/**
 * Joining a pre-sale: a panel beside the product, on phones a bar at the foot of the screen that opens a sheet. One state
 * for both, so that turning the phone loses nothing.
 */
export function JoinArea(props: Props) {
  // What waits is in the browser only: the server knows of none.
  const ready = useHydrated();
  return <Area key={ready ? props.product.id : 'server'} {...props} ready={ready} />;
}

function Area({ product, rendered, onChanged, ready }: Props & { ready: boolean }) {
  const { id, amount, joined, unit, price, company, endTime } = product;
  const key = `presale.${id}`;
  const user = useUser();
  const [before] = useState(() => (ready ? halfTyped(key) : undefined));
  const [mine, setMine, reload] = useMine(id);
  const [fresh, setFresh] = useState(false);
  const [sheet, setSheet] = useState(() => ready && onPhone() && (before !== undefined || location.hash === '#join'));
  const heading = useRef<HTMLHeadingElement>(null);
  const ended = useNow(rendered) >= endTime;
  const open = !ended && amount > 0;

  const form = useJoinForm({
    initial: before ?? { number: '1', tel: user?.mobile ?? '' },
    left: async () => {
      // Others may have taken some since the page was made, or given some back.
      const reply = await send(infoCall, { productId: id });
      if (reply.ok && reply.data.amount !== amount) onChanged();
      return reply.ok ? reply.data.amount : amount + joined;
    },
    send: async (values) => {
      waiting.put(key, JSON.stringify(values));
      if (!user) {
        setSheet(false);
        demandLogin();
        return undefined;
      }
      const reply = await send(callAt<typeof joinPresell>('/api/Presell/join'), { productId: id, ...values });
      if (!reply.ok && reply.code !== 0) {
        reload();
        onChanged();
      }
      return reply;
    },
    onDone: (join) => {
      waiting.put(key, '');
      toast('预订成功');
      setMine(join);
      setFresh(true);
      onChanged();
    },
    onTyped: (values) => waiting.put(key, JSON.stringify(values)),
  });

  // Whoever listens instead of looking is told where the form went.
  useEffect(() => {
    if (fresh) heading.current?.focus({ preventScroll: true });
  }, [fresh]);

  useEffect(() => {
    if (ready && location.hash === '#join' && !onPhone()) document.getElementById('side-number')?.focus();
  }, [ready]);

  const leave = () => {
    setSheet(false);
    setFresh(false);
  };

  const content = (place: 'side' | 'sheet'): ReactNode => {
    if (mine)
      return (
        <Booking
          id={place}
          join={mine}
          fresh={fresh}
          heading={(place === 'sheet') === sheet ? heading : undefined}
          onChanged={(join) => {
            setMine(join);
            setFresh(false);
            onChanged();
          }}
        />
      );
    if (ended)
      return (
        <Over title="预售已截止">
          <p>
            {momentText(endTime)} 截止，共订出 {joined} {unit}，{company}已经在排产了。
          </p>
        </Over>
      );
    if (!open)
      return (
        <Over title="已订满">
          <p>有人取消或改少了，名额会马上放出来，截止前可以再来看看。</p>
        </Over>
      );
    return (
      <JoinFields id={place} form={form} unit={unit} price={price} most={amount} action="参与预售">
        <p className={styles.hint}>
          {user
            ? '预订不用付款，截止前可以改数量，也可以取消。'
            : '提交时再登录，填好的不会丢。预订不用付款，截止前可以改，也可以取消。'}
        </p>
      </JoinFields>
    );
  };

  return (
    <>
      <section id="join" className={styles.panel} aria-label="参与预售">
        {content('side')}
      </section>
      <div className={styles.bar}>
        <p>
          <b className="price">{yuan(price)}</b>
          <span>{ended ? '预售已截止' : amount > 0 ? `还剩 ${amount} ${unit}` : '已订满'}</span>
        </p>
        {mine || open ? (
          <Button tone={mine ? 'line' : 'pine'} size="strong" onClick={() => setSheet(true)} aria-haspopup="dialog">
            {mine ? '我的预订' : '参与预售'}
          </Button>
        ) : (
          <ButtonLink tone="line" size="strong" to="/presale">
            看看其他预售
          </ButtonLink>
        )}
      </div>
      <Dialog open={sheet} title={mine ? '我的预订' : '参与预售'} onClose={leave}>
        {sheet && (
          <>
            <p className={styles.what}>
              {product.name}
              <b className="price">{yuan(price)}</b>
            </p>
            {content('sheet')}
          </>
        )}
      </Dialog>
    </>
  );
}

function Over({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.over}>
      <h2>
        <Icon name="info" />
        {title}
      </h2>
      {children}
      <ButtonLink tone="line" to="/presale" after="right" full>
        看看其他预售
      </ButtonLink>
    </div>
  );
}
