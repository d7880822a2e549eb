import { Link } from '../../ui/link.tsx';
import { Icon } from '../../ui/icon.tsx';
import { TimeLeft } from '../../ui/moments.tsx';
import { yuan } from '../../ui/time.ts';
import styles from './open-list.module.css';

/** An open demand in a list. */
export interface OpenDemand {
  /** its number, as in `/demand/{nid}` */
  nid: string;
  name: string;
  /** yuan with two decimals */
  budget: string;
  /** seconds since 1970 */
  endsAt: number;
  /** sealed: how many, never what they offer */
  tenders: number;
  /** a word or two of what it asks for */
  words: string;
}

const day = 24 * 3600;

/** Name, budget, days left, and how many have tendered. */
export function OpenDemands({ demands, rendered }: { demands: readonly OpenDemand[]; rendered: number }) {
  return (
    <ul>
      {demands.map(({ nid, name, budget, endsAt, tenders, words }) => (
        <li key={nid} className={styles.need}>
          <div className={styles.line}>
            <h3 className="clip1">
              <Link to={`/demand/${nid}`}>{name}</Link>
            </h3>
            <span className="price">{yuan(budget)}</span>
          </div>
          <p className={styles.facts}>
            {words && <span>{words}</span>}
            <span className={endsAt - rendered < day ? styles.soon : undefined}>
              <Icon name="clock" size="small" />
              <TimeLeft until={endsAt} rendered={rendered} />
            </span>
            <span className={styles.sealed}>
              <Icon name="lock" size="small" />
              {tenders > 0 ? `已投 ${tenders} 份` : '还没有人投'}
            </span>
          </p>
        </li>
      ))}
    </ul>
  );
}
