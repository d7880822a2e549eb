import { type RefObject, useEffect } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Certified } from '../../ui/tag.tsx';
import styles from './place-board.module.css';
import type { Place } from './places.ts';

/** What stands at a point: address, way there, and the cases. */
export function PlaceCard({
  card,
  place,
  to,
  onClose,
}: {
  card: RefObject<HTMLDivElement | null>;
  place: Place;
  /** address of a case's page */
  to: (id: string) => string;
  onClose: () => void;
}) {
  useEffect(() => {
    card.current?.focus({ preventScroll: true });
    card.current?.scrollIntoView({ block: 'nearest' });
  }, [card, place]);
  const [first] = place.cases;
  if (!first) return null;
  const addresses = [...new Set(place.cases.map(({ address }) => address).filter(Boolean))];
  return (
    <div
      ref={card}
      className={styles.card}
      role="dialog"
      aria-label={place.label}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <p className={styles.cardHead}>
        <b>{place.label}</b>
        {place.located && place.cases.every(({ certified }) => certified) && <Certified />}
        <button type="button" aria-label="关闭" onClick={onClose}>
          <Icon name="x" size="small" />
        </button>
      </p>
      {addresses.map((address) => (
        <p key={address} className={styles.cardAddress}>
          <Icon name="pin" size="small" />
          <span>{address}</span>
        </p>
      ))}
      {!place.located && <p className={styles.cardAddress}>这里是默认的点，不是实际位置；去之前请先问清地址。</p>}
      <ul className={styles.cardCases}>
        {place.cases.map(({ id, name }) => (
          <li key={id}>
            <Link to={to(id)}>
              <span className="clip1">{name}</span>
              <Icon name="right" size="small" />
            </Link>
          </li>
        ))}
      </ul>
      {first.amap && (
        <a className={styles.cardAway} href={first.amap} target="_blank" rel="noreferrer">
          <Icon name="arrow" size="small" />
          在高德地图中打开
          <span className="sr">（在新窗口打开）</span>
        </a>
      )}
    </div>
  );
}
