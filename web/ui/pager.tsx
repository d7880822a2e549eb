import { useLocation } from 'react-router';
import { Link } from './link.tsx';
import { Icon } from './icon.tsx';
import styles from './pager.module.css';

/** Page numbers to show: first, last, and the neighbours of the current one; 0 stands for a gap. Exported for tests. */
export function pageNumbers(page: number, pages: number): number[] {
  const shown = [1, 2, 3, page - 1, page, page + 1, pages].filter((number) => number >= 1 && number <= pages);
  if (page > 3)
    shown.splice(
      0,
      shown.length,
      ...shown.filter((number) => (number !== 2 && number !== 3) || Math.abs(number - page) <= 1),
    );
  const numbers = [...new Set(shown)].toSorted((one, other) => one - other);
  return numbers.flatMap((number, index) => {
    const before = numbers[index - 1] ?? 0;
    if (number - before === 2) return [number - 1, number];
    return number - before > 2 ? [0, number] : [number];
  });
}

/** Links to the pages of a list, by the query's `page`; they work without scripts. */
export function Pager({
  page,
  pages,
  pageSize,
  count,
  name = 'page',
  label = '分页',
}: {
  page: number;
  pages: number;
  pageSize: number;
  count: number;
  /** query parameter; lists on one page have different ones */
  name?: string;
  /** what it is called for assistive technology; lists on one page have different ones */
  label?: string;
}) {
  const { search } = useLocation();
  const to = (number: number) => {
    const query = new URLSearchParams(search);
    if (number === 1) query.delete(name);
    else query.set(name, String(number));
    return { search: query.toString() };
  };
  if (count === 0) return null;
  // One page leads nowhere: how many there are is said, and is no place to go from.
  if (pages <= 1)
    return (
      <div className={styles.pager}>
        <span className={styles.which}>{`共 ${count} 条`}</span>
      </div>
    );
  const first = (page - 1) * pageSize + 1;
  return (
    <nav className={styles.pager} aria-label={label}>
      <span className={styles.which}>{`第 ${first}–${Math.min(count, page * pageSize)} 条，共 ${count} 条`}</span>
      {page > 1 && (
        <Link to={to(page - 1)} preventScrollReset aria-label="上一页" rel="prev">
          <Icon name="left" size="small" />
        </Link>
      )}
      {pageNumbers(page, pages).map((number, index) =>
        number === 0 ? (
          <span key={`gap${index}`}>…</span>
        ) : number === page ? (
          <b key={number} aria-current="page">
            {number}
          </b>
        ) : (
          <Link key={number} to={to(number)} preventScrollReset aria-label={`第 ${number} 页`}>
            {number}
          </Link>
        ),
      )}
      {page < pages && (
        <Link to={to(page + 1)} preventScrollReset aria-label="下一页" rel="next">
          <Icon name="right" size="small" />
        </Link>
      )}
    </nav>
  );
}
