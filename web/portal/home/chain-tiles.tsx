import { Link } from '../../ui/link.tsx';
import { Icon, tileIcon } from '../../ui/icon.tsx';
import { chainHome } from '../chrome/links.ts';
import { useShellData } from '../route-record.ts';
import styles from './chain-tiles.module.css';

/**
 * The chain as nine tiles with words, each stage with its open demands: of one category; or, where `busiest` is told, each of
 * the category that it names and leads to. A tile never counts what its page does not show.
 */
export function ChainTiles({
  open = {},
  busiest,
  of,
}: {
  open?: Readonly<Record<string, number>>;
  busiest?: Readonly<Record<string, { type: string; count: number }>>;
  of?: string;
}) {
  const shell = useShellData();
  if (!shell) return null;
  const { type } = chainHome(shell, of);
  const stages = shell.tiles.filter((tile) => tile.stage).length;
  const tiles = shell.tiles.map((tile) => {
    const most = busiest?.[tile.key];
    const kind = most && shell.categories.find(({ key }) => key === most.type)?.name;
    return { ...tile, to: `/smart/${most?.type ?? type}/${tile.key}`, kind, count: most?.count ?? open[tile.key] ?? 0 };
  });
  return (
    <nav className={styles.story} aria-label="产业链">
      <div className={`wide ${styles.strip}`}>
        <ol style={{ '--tiles': shell.tiles.length } as React.CSSProperties}>
          {tiles.map(({ key, name, blurb, stage, to, kind, count }, index) => (
            <li
              key={key}
              className={[
                stage ? styles.stage : styles.out,
                index === stages - 1 && styles.last,
                index === stages && styles.first,
              ]
                .filter(Boolean)
                .join(' ')}
            >
              <Link to={to} title={kind && `${kind}${name}：${count} 条需求在招`}>
                <span className={styles.box}>
                  <Icon name={tileIcon(key)} />
                </span>
                <span className={styles.name}>
                  {name}
                  {count > 0 && (
                    <small>
                      {kind} {count} 条<span className={kind && 'sr'}>在招</span>
                    </small>
                  )}
                </span>
                <span className={styles.blurb}>{blurb}</span>
              </Link>
            </li>
          ))}
        </ol>
      </div>
    </nav>
  );
}
