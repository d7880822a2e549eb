import { Link } from '../../ui/link.tsx';
import { Ago, TimeLeft } from '../../ui/moments.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Certified, Tag } from '../../ui/tag.tsx';
import { yuan } from '../../ui/time.ts';
import styles from './hit-row.module.css';

export interface Segment {
  text: string;
  hit: boolean;
}

/** One thing that was found, as its row shows it. */
export interface HitFacts {
  id: string;
  to: string;
  name: readonly Segment[];
  excerpt: readonly Segment[];
  picture: string;
  stages: readonly string[];
  category: { key: string; name: string } | undefined;
  region: string;
  who: string;
  certified: boolean;
  budget: string;
  /** seconds since 1970, 0 where it does not end */
  endsAt: number;
  at: number;
  /** providers are shown without a time: how long they have been here says little */
  timeless: boolean;
}

function Marked({ segments }: { segments: readonly Segment[] }) {
  return segments.map(({ text, hit }, index) => (hit ? <mark key={index}>{text}</mark> : text));
}

export function HitRow({ hit, rendered }: { hit: HitFacts; rendered: number }) {
  const { to, name, excerpt, picture, stages, category, region, who, certified, budget, endsAt, at, timeless } = hit;
  return (
    <li className={styles.hit}>
      {picture && (
        <div className={styles.pic}>
          <Picture src={picture} alt="" sizes="(max-width: 767px) 26vw, 10vw" widest={200} />
        </div>
      )}
      <div className={styles.text}>
        <div className={styles.head}>
          <h3>
            <Link to={to}>
              <Marked segments={name} />
            </Link>
          </h3>
          {budget && <span className="price">{yuan(budget)}</span>}
        </div>
        <p className={`${styles.excerpt} clip2`}>
          <Marked segments={excerpt} />
        </p>
        <p className={styles.facts}>
          {category && <Tag tone={category.key}>{category.name}</Tag>}
          {stages.map((stage) => (
            <Tag key={stage}>{stage}</Tag>
          ))}
          {who && <span>{who}</span>}
          {certified && <Certified />}
          {region && <span>{region}</span>}
          {endsAt > 0 ? (
            <TimeLeft until={endsAt} rendered={rendered} />
          ) : (
            !timeless && <Ago at={at} rendered={rendered} />
          )}
        </p>
      </div>
    </li>
  );
}
