import { useEffect, useRef } from 'react';
import { Link } from '../../ui/link.tsx';
import { Icon, tileIcon } from '../../ui/icon.tsx';
import { type RouteRecord, useShellData } from '../route-record.ts';
import { chainHome } from './links.ts';
import styles from './chain.module.css';

/**
 * The industry chain: nine tiles in one line, the stages joined (feature S-04). It scrolls sideways where it does not
 * fit, and brings the current tile into view.
 */
export function Chain({ record }: { record: RouteRecord }) {
  const shell = useShellData();
  const current = useRef<HTMLLIElement>(null);
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tile = current.current;
    if (tile && strip.current) strip.current.scrollLeft = tile.offsetLeft - strip.current.clientWidth / 3;
  }, [record.flow]);
  if (!shell) return null;
  const { type } = chainHome(shell, record.type);
  const stages = shell.tiles.filter((tile) => tile.stage);
  const others = shell.tiles.filter((tile) => !tile.stage);
  const tile = ({ key, name, stage }: (typeof shell.tiles)[number]) => {
    const on = key === record.flow;
    return (
      <li
        key={key}
        ref={on ? current : undefined}
        className={[stage ? styles.stage : styles.out, on && styles.on].filter(Boolean).join(' ')}
      >
        <Link to={`/smart/${type}/${key}`} aria-current={on ? 'page' : undefined}>
          <span className={styles.box}>
            <Icon name={tileIcon(key)} />
          </span>
          <span>{name}</span>
        </Link>
      </li>
    );
  };
  return (
    <nav className={styles.chain} aria-label="产业链">
      <div className={`wide ${styles.strip}`} ref={strip}>
        <ol style={{ '--stages': stages.length, '--others': others.length } as React.CSSProperties}>
          {stages.map(tile)}
          <li className={styles.gap} aria-hidden="true" />
          {others.map(tile)}
        </ol>
      </div>
    </nav>
  );
}
