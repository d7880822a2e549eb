import { Link } from '../../ui/link.tsx';
import { TimeLeft } from '../../ui/moments.tsx';
import { yuan } from '../../ui/time.ts';
import styles from './need-top.module.css';

/** An open demand among those with the largest quantities. */
export interface LargeNeed {
  nid: string;
  name: string;
  kind: string;
  number: number;
  unit: string;
  /** yuan with two decimals */
  budget: string;
  /** seconds since 1970 */
  endsAt: number;
}

/** What is needed most, by quantity; the bars compare with the largest, where there is something to compare. */
export function NeedTop({ needs, rendered }: { needs: readonly LargeNeed[]; rendered: number }) {
  const most = Math.max(...needs.map(({ number }) => number), 1);
  return (
    <ol className={styles.needs}>
      {needs.map(({ nid, name, kind, number, unit, budget, endsAt }, index) => (
        <li key={nid}>
          <span className={styles.rank} aria-hidden="true">
            {index + 1}
          </span>
          <div className={styles.what}>
            <p className={styles.line}>
              <Link to={`/demand/${nid}`} className="clip1">
                {name}
              </Link>
              <b>
                {number} {unit}
              </b>
            </p>
            {needs.length > 1 && (
              <span className={styles.bar} aria-hidden="true">
                <span style={{ width: `${Math.max(2, (number / most) * 100)}%` }} />
              </span>
            )}
            <p className={styles.facts}>
              {kind && <span>{kind}</span>}
              <span>预算 {yuan(budget)}</span>
              <TimeLeft until={endsAt} rendered={rendered} />
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}
