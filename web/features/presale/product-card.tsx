import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Picture } from '../../ui/picture.tsx';
import { shortCount, yuan } from '../../ui/time.ts';
import type { CardProduct, LikeSlot } from './product.ts';
import styles from './product-card.module.css';
import { Track } from './track.tsx';

/** One product on the shelf. All of it leads to its page, the button to the form there. */
export function ProductCard({
  product,
  level: Heading = 'h2',
  first,
  row = false,
  like,
}: {
  product: CardProduct;
  like: LikeSlot;
  level?: 'h2' | 'h4';
  first?: boolean;
  /** on a phone the words stand beside the picture */
  row?: boolean;
}) {
  const { id, name, thumbUrl, amount, unit, joined, price } = product;
  return (
    <article className={[styles.card, row && styles.row].filter(Boolean).join(' ')}>
      <div className={styles.picture}>
        <Picture
          src={thumbUrl}
          alt=""
          sizes={`(max-width: 767px) ${row ? '37vw' : '92vw'}, (max-width: 1199px) 46vw, 26vw`}
          widest={500}
          first={first}
        />
        <span className={styles.left}>{amount > 0 ? `预售还剩 ${amount} ${unit}` : '已订满'}</span>
        <Track joined={joined} amount={amount} />
      </div>
      <div className={styles.line}>
        <Heading className="clip1">
          <Link to={`/presale/${id}`}>{name}</Link>
        </Heading>
        <span className="price">{yuan(price)}</span>
      </div>
      <div className={styles.foot}>
        <CardActions product={product} like={like} />
      </div>
    </article>
  );
}

/** Like, read what others say, join: what can be done with a product from its card. */
export function CardActions({
  product,
  like,
  compact = false,
}: {
  product: CardProduct;
  like: LikeSlot;
  /** joining is a small button */
  compact?: boolean;
}) {
  const { id, name, amount, evaluateSum } = product;
  return (
    <>
      {like(product)}
      <Link className={styles.said} to={`/presale/${id}#comments`} aria-label={`${name}的评论，${evaluateSum} 条`}>
        <Icon name="comment" size="small" />
        {shortCount(evaluateSum)}
      </Link>
      {amount > 0 && (
        <Link
          className={compact ? `${styles.join} ${styles.little}` : styles.join}
          to={`/presale/${id}#join`}
          aria-label={`参与预售：${name}`}
        >
          参与预售
        </Link>
      )}
    </>
  );
}
