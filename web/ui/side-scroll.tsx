import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon } from './icon.tsx';
import styles from './side-scroll.module.css';

/**
 * A row that scrolls sideways: by touch, by the arrow keys once it has the focus, and by arrows that are there whenever
 * there is more on their side. Without scripts it scrolls as any box does.
 */
export function SideScroll({ label, children, className }: { label: string; children: ReactNode; className?: string }) {
  const row = useRef<HTMLDivElement>(null);
  const [more, setMore] = useState({ left: false, right: false });
  useEffect(() => {
    const element = row.current;
    if (!element) return;
    const look = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element;
      const next = { left: scrollLeft > 4, right: scrollLeft + clientWidth < scrollWidth - 4 };
      setMore((before) => (before.left === next.left && before.right === next.right ? before : next));
    };
    const sized = new ResizeObserver(look);
    sized.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    look();
    return () => {
      sized.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, []);
  const go = (way: -1 | 1) => {
    const element = row.current;
    element?.scrollBy({ left: way * element.clientWidth * 0.8 });
  };
  return (
    <div className={styles.box}>
      <div
        ref={row}
        className={[styles.row, className].filter(Boolean).join(' ')}
        tabIndex={0}
        role="region"
        aria-label={`${label}，可左右滚动`}
      >
        {children}
      </div>
      {(more.left || more.right) && (
        <div className={styles.arrows}>
          <button type="button" aria-label={`${label}：往前`} disabled={!more.left} onClick={() => go(-1)}>
            <Icon name="left" size="small" />
          </button>
          <button type="button" aria-label={`${label}：往后`} disabled={!more.right} onClick={() => go(1)}>
            <Icon name="right" size="small" />
          </button>
        </div>
      )}
    </div>
  );
}
