import { ButtonLink } from '../../ui/button.tsx';
import { chainHome } from '../chrome/links.ts';
import { useShellData } from '../route-record.ts';
import styles from './home.module.css';

const grouped = new Intl.NumberFormat('zh-CN');

interface Facts {
  /** open demands of each stage by its key */
  open: Readonly<Record<string, number>>;
  /** where most of them are, of each stage by its key */
  busiest: Readonly<Record<string, { type: string; count: number }>>;
  /** shops, and orders that were completed; 0 where it is not known */
  providers: number;
  finished: number;
}

/** The two ways in, with what is going on right now. */
export function Panel({ open, busiest, providers, finished }: Facts) {
  const shell = useShellData();
  const home = chainHome(shell, undefined);
  // Demands are listed by stage and category: the way in leads to where most are, and says where that is.
  const [most] = Object.entries(busiest).toSorted(([, a], [, b]) => b.count - a.count);
  const where =
    most &&
    `${shell?.categories.find(({ key }) => key === most[1].type)?.name ?? ''}${shell?.tiles.find(({ key }) => key === most[0])?.name ?? ''}`;
  const figures = [
    { label: '条在招', value: Object.values(open).reduce((sum, count) => sum + count, 0) },
    { label: '家服务商', value: providers },
    { label: '单已完成', value: finished },
    // A figure of nought says nothing that anyone would come for.
  ].filter(({ value }) => value > 0);
  return (
    <aside className={styles.panel} aria-label="发布和接单">
      <div className={`${styles.ask} ${styles.wood}`}>
        <h2>我要发布需求</h2>
        <p>有图就能发，从任何一步开始</p>
        <ButtonLink to="/publish" tone="wood" full after="arrow">
          <span className="no-phone">去发布</span>
          <span className="only-phone">我要发布需求</span>
        </ButtonLink>
      </div>
      <div className={`${styles.ask} ${styles.pine}`}>
        <h2>我来接单</h2>
        <p>会做哪一步，就接哪一步的单</p>
        <ButtonLink
          to={most ? `/smart/${most[1].type}/${most[0]}#demands` : home.first}
          tone="pine"
          full
          after="arrow"
          title={where && `${where}在招最多：${most[1].count} 条`}
        >
          <span className="no-phone">{where ? `看${where}在招 ${most[1].count} 条` : '看在招需求'}</span>
          <span className="only-phone">我来接单</span>
        </ButtonLink>
      </div>
      {figures.length > 0 && (
        <dl className={styles.figures}>
          {figures.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{grouped.format(value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </aside>
  );
}
