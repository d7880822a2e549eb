import { pictureAt } from '../../../contract/pictures.ts';
import { Clip } from '../../ui/clip.tsx';
import { Counts } from '../../ui/counts.tsx';
import { Face } from '../../ui/face.tsx';
import { Link } from '../../ui/link.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Certified, Tag } from '../../ui/tag.tsx';
import type { CaseFacts } from './case-card.tsx';
import { Praise } from './praise.tsx';
import styles from './factory-card.module.css';

export interface FactoryFacts extends CaseFacts {
  /** '' for none */
  video: string;
  /** of the film; '' for none, then its first picture stands for it */
  poster: string;
  gauge: { label: string; value: number; word: string } | undefined;
}

/** A wide card: the film of the works beside what they can do. */
export function FactoryCard({ item, to, first }: { item: FactoryFacts; to: string; first?: boolean }) {
  const [picture = ''] = item.pictures;
  const cover = item.poster || picture;
  return (
    <article className={styles.factory}>
      <div className={styles.film}>
        <Clip src={item.video} poster={cover ? pictureAt(cover, 960) : undefined} label={item.name}>
          <Picture src={cover} alt={item.name} sizes="(max-width: 767px) 92vw, 36vw" widest={700} first={first} />
        </Clip>
      </div>
      <div className={styles.text}>
        <h3>
          <Link to={to}>{item.name}</Link>
        </h3>
        <p className={styles.who}>
          <Face name={item.shop} src={item.avatar || undefined} size="small" />
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
              <dd className="clip2">{text}</dd>
            </div>
          ))}
        </dl>
        {item.gauge && <Meter {...item.gauge} />}
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
