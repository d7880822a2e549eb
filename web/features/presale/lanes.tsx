import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Picture } from '../../ui/picture.tsx';
import { yuan } from '../../ui/time.ts';
import styles from './lanes.module.css';
import type { CardProduct, LikeSlot } from './product.ts';
import { CardActions, ProductCard } from './product-card.tsx';

export type LaneProduct = CardProduct;

export interface Lane {
  key: string;
  name: string;
  blurb: string;
  products: readonly LaneProduct[];
}

/** Pre-sale products, one column per category: the hottest large, the others below it. */
export function PresaleLanes({ lanes, like }: { lanes: readonly Lane[]; like: LikeSlot }) {
  return (
    <div className={styles.trio}>
      {lanes.map(({ key, name, blurb, products: [lead, ...others] }) => (
        <section key={key} className={[styles.lane, styles[key]].filter(Boolean).join(' ')} aria-label={`${name}预售`}>
          <header>
            <h3>{name}</h3>
            <p>{blurb}</p>
            <Link to={`/presale?type=${key}`} aria-label={`全部${name}预售`}>
              全部
              <Icon name="right" size="small" />
            </Link>
          </header>
          {!lead && <p className={styles.none}>这一类暂时没有预售</p>}
          {lead && <ProductCard product={lead} level="h4" like={like} row />}
          {others.map((product) => (
            <article key={product.id} className={styles.minor}>
              <div className={styles.small}>
                <Picture src={product.thumbUrl} alt="" sizes="96px" widest={96} />
              </div>
              <div>
                <h4 className="clip1">
                  <Link to={`/presale/${product.id}`}>{product.name}</Link>
                </h4>
                <span className="price">{yuan(product.price)}</span>
                <div className={styles.foot}>
                  <span>{product.amount > 0 ? `剩 ${product.amount} ${product.unit}` : '已订满'}</span>
                  <CardActions product={product} like={like} compact />
                </div>
              </div>
            </article>
          ))}
        </section>
      ))}
    </div>
  );
}
