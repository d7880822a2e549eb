import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Certified } from '../../ui/tag.tsx';
import styles from './place-board.module.css';
import { Praise } from './praise.tsx';
import type { PlacedCase } from './places.ts';

/** A row of the list beside the map. It says everything that the map knows. */
export function PlaceRow({ item, to, onMap }: { item: PlacedCase; to: string; onMap: (() => void) | undefined }) {
  const { stock } = item;
  return (
    <article className={styles.item}>
      <div className={styles.thumb}>
        <Picture src={item.picture} alt="" sizes="(max-width: 767px) 26vw, 8vw" widest={160} />
      </div>
      <div className={styles.what}>
        <h3>
          <Link to={to}>{item.name}</Link>
        </h3>
        <p className={styles.who}>
          <Link to={`/shop/${item.shopId}`} className="clip1">
            {item.shop}
          </Link>
          {item.certified && <Certified />}
          <Praise rate={item.rate} />
        </p>
        <dl className={styles.facts}>
          {item.facts.map(({ label, text }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        {stock && (
          <div className={styles.stock}>
            <span>{stock.label}</span>
            <ul>
              {stock.rows.map((row) => (
                <li key={row.join()}>
                  {row.map((cell, index) => (
                    <span key={index}>{cell}</span>
                  ))}
                </li>
              ))}
              {stock.more > 0 && <li>还有 {stock.more} 种</li>}
            </ul>
          </div>
        )}
        <p className={styles.where}>
          <span className={styles.address}>
            <Icon name="pin" size="small" />
            <span>{item.address || (item.located ? '' : '位置未填写')}</span>
          </span>
          {onMap && (
            <button type="button" onClick={onMap} aria-label={`在地图上看 ${item.shop}：${item.name}`}>
              地图上看
            </button>
          )}
          {item.amap && (
            <a
              href={item.amap}
              target="_blank"
              rel="noreferrer"
              aria-label={`高德导航：在高德地图中打开 ${item.shop}（新窗口）`}
            >
              高德导航
            </a>
          )}
        </p>
        {item.address && !item.located && <p className={styles.missing}>位置未填写，地图上暂放在默认的点</p>}
      </div>
    </article>
  );
}
