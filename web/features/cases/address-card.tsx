import { Icon } from '../../ui/icon.tsx';
import styles from './detail.module.css';
import type { PlacedCase } from './places.ts';

/** An address with the way to it, in whatever map the visitor has. */
export function AddressCard({ at }: { at: PlacedCase }) {
  return (
    <div className={styles.place}>
      <span className={styles.pin} aria-hidden="true">
        <Icon name="pin" />
      </span>
      <p>
        {at.address || '没有写明地址'}
        {!at.located && <small>没有在地图上标出位置，去之前请先问清地址</small>}
      </p>
      {at.amap && (
        <a href={at.amap} target="_blank" rel="noreferrer">
          在高德地图中打开
          <span className="sr">（在新窗口打开）</span>
          <Icon name="arrow" size="small" />
        </a>
      )}
    </div>
  );
}
