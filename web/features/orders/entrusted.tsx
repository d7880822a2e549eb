import { Gallery } from '../../ui/gallery.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { documentName } from '../document-name.ts';
import styles from './orders.module.css';
import type { OrderInfo } from './wire.ts';

/** Where an entrusted order comes from: a row of its facts. */
export function Origin({ fromCase }: Pick<OrderInfo, 'fromCase'>) {
  if (!fromCase) return null;
  const { id, name, stage, category, shown } = fromCase;
  return (
    <div>
      <dt>委托自案例</dt>
      <dd>
        {shown ? (
          <Link to={`/smart/${category}/${stage}/details/${id}`} className={styles.shop}>
            {name}
          </Link>
        ) : (
          `${name}（已下架）`
        )}
      </dd>
    </div>
  );
}

/** What an entrusted demand says: it has no public page where the two sides could read it. */
export function Original({ order }: { order: OrderInfo }) {
  return (
    <div className={styles.original}>
      {order.demandDescribe && <p>{order.demandDescribe}</p>}
      <Gallery
        pictures={order.demandPics}
        name={order.name}
        layout="grid"
        sizes="(max-width: 767px) 30vw, 180px"
        widest={240}
      />
      {order.files.length > 0 && (
        <ul aria-label="图纸与附件">
          {order.files.map((url) => (
            <li key={url}>
              <a href={url} download>
                <Icon name="file" size="small" />
                {documentName(url)}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
