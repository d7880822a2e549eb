import { Link } from '../../ui/link.tsx';
import { Icon } from '../../ui/icon.tsx';
import { type RouteRecord, useShellData } from '../route-record.ts';
import { chainHome } from './links.ts';
import styles from './tab-bar.module.css';

/** The bar at the foot of a phone's screen. */
export function TabBar({ record }: { record: RouteRecord }) {
  const home = chainHome(useShellData(), record.type);
  const personal = record.handle.under === 'personal';
  const orders = personal && record.path.includes('/order/');
  const tabs = [
    { name: '首页', to: '/', icon: 'home', on: record.name === 'home' },
    { name: '产业链', to: `/smart/${home.type}`, icon: 'layers', on: record.type !== undefined },
    { name: '发需求', to: '/publish', icon: 'plus', on: false, middle: true },
    { name: '订单', to: '/personal/order/initiate', icon: 'list', on: orders },
    { name: '我的', to: '/personal', icon: 'user', on: personal && !orders },
  ] as const;
  return (
    <nav className={styles.bar} aria-label="底部导航">
      {tabs.map((tab) => (
        <Link
          key={tab.name}
          to={tab.to}
          className={[tab.on && styles.on, 'middle' in tab && styles.middle].filter(Boolean).join(' ')}
          aria-current={tab.on ? 'page' : undefined}
        >
          <span className={styles.icon}>
            <Icon name={tab.icon} />
          </span>
          {tab.name}
        </Link>
      ))}
    </nav>
  );
}
