import { Link } from '../../ui/link.tsx';
import { Counts } from '../../ui/counts.tsx';
import { Face } from '../../ui/face.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Certified, Tag } from '../../ui/tag.tsx';
import styles from './case-card.module.css';
import { Praise } from './praise.tsx';

export interface Fact {
  label: string;
  text: string;
}

export interface CaseFacts {
  id: string;
  name: string;
  idea: string;
  pictures: readonly string[];
  shop: string;
  shopId: string;
  avatar: string;
  certified: boolean;
  /** percent; undefined while nobody has appraised it */
  rate: number | undefined;
  likes: number;
  comments: number;
  tags: readonly string[];
  category: string;
  facts: readonly Fact[];
}

/** One case; `lead` is the large one at the head of a stage page. */
export function CaseCard({
  item,
  to,
  lead,
  first,
  inShop,
}: {
  item: CaseFacts;
  to: string;
  lead?: boolean;
  first?: boolean;
  /** on the shop's own page: what it is instead of whose */
  inShop?: string;
}) {
  const [cover = '', ...others] = item.pictures;
  const details = others.slice(0, 3);
  return (
    <article className={[styles.case, lead && styles.lead].filter(Boolean).join(' ')}>
      <div className={styles.pic}>
        <Picture
          src={cover}
          alt={item.name}
          sizes={lead ? '(max-width: 767px) 75vw, 32vw' : '(max-width: 767px) 75vw, 26vw'}
          widest={lead ? 640 : 500}
          first={first}
        />
      </div>
      <div className={styles.text}>
        <h3>
          <Link to={to}>{item.name}</Link>
          {!lead && <Praise rate={item.rate} />}
        </h3>
        {inShop ? (
          <p className={styles.who}>{inShop}</p>
        ) : (
          <p className={styles.who}>
            <Face name={item.shop} src={item.avatar || undefined} size="small" />
            <Link to={`/shop/${item.shopId}`} className={`${styles.shop} clip1`}>
              {item.shop}
            </Link>
            {item.certified && <Certified />}
          </p>
        )}
        {item.idea && <p className={`${styles.idea} clip2`}>{item.idea}</p>}
        {!lead && !item.idea && item.facts.length > 0 && (
          <p className={`${styles.idea} clip2`}>
            {item.facts
              .slice(0, 2)
              .map(({ label, text }) => `${label} ${text}`)
              .join('，')}
          </p>
        )}
        {lead && (
          <dl className={styles.facts}>
            {item.facts.map(({ label, text }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd className="clip1">{text}</dd>
              </div>
            ))}
            <div>
              <dt>好评</dt>
              <dd>
                <Praise rate={item.rate} bare />
              </dd>
            </div>
          </dl>
        )}
        {lead && details.length > 0 && (
          <div className={styles.mini}>
            {details.map((picture) => (
              <span key={picture}>
                <Picture src={picture} alt="" sizes="10vw" widest={160} />
              </span>
            ))}
          </div>
        )}
        <div className={styles.foot}>
          {item.tags.slice(0, 2).map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
          <Counts
            items={[
              { icon: 'heart', label: '喜欢', count: item.likes },
              { icon: 'comment', label: '评论', count: item.comments },
            ]}
          />
        </div>
      </div>
    </article>
  );
}
