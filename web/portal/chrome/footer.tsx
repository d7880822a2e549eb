import { Link } from '../../ui/link.tsx';
import { Mark } from '../../ui/mark.tsx';
import { type RouteRecord, useShellData } from '../route-record.ts';
import { chainHome } from './links.ts';
import styles from './footer.module.css';

/** Digits of a public-security filing number, as its register wants them in the link. */
const digits = (number: string) => number.replace(/\D/g, '');

/** Phone, links and filing numbers (feature S-05); the numbers are settings. */
export function Footer({ record }: { record: RouteRecord }) {
  const shell = useShellData();
  if (!shell) return null;
  const { site, tiles } = shell;
  const { type } = chainHome(shell, record.type);
  return (
    <footer className={styles.foot}>
      <div className={`wide ${styles.grid}`}>
        <div className={styles.firm}>
          <div className={styles.logo}>
            <Mark className={styles.mark} />
            <span>{site.name}</span>
          </div>
          <p className={styles.about}>
            把发需求的人和做家具的人放在同一条链上：母婴、宠物、商用家具，从设计到物流，每一步有合同、有托管、有记录。
          </p>
        </div>
        <nav aria-label="产业链各环节" className={styles.chain}>
          <h2>产业链</h2>
          <ul>
            {tiles.map(({ key, name }) => (
              <li key={key}>
                <Link to={`/smart/${type}/${key}`}>{name}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-label="我要做什么">
          <h2>怎么用</h2>
          <ul>
            <li>
              <Link to="/publish">发布需求</Link>
            </li>
            <li>
              <Link to={`/smart/${type}/${tiles[0]?.key ?? ''}`}>投标与接单</Link>
            </li>
            <li>
              <Link to="/personal/order/initiate">我的订单</Link>
            </li>
          </ul>
        </nav>
        <nav aria-label="关于">
          <h2>关于</h2>
          <ul>
            <li>
              <Link to={`/smart/${type}/origin`}>溯源怎么核对</Link>
            </li>
            <li>
              <Link to="/agreement">用户协议</Link>
            </li>
            <li>
              <Link to="/privacy">隐私政策</Link>
            </li>
          </ul>
        </nav>
        {site.phone && (
          <div className={styles.call}>
            <h2>咨询电话</h2>
            <p className={styles.phone}>
              <a href={`tel:${site.phone}`}>{site.phone}</a>
            </p>
            <p>{site.hours}</p>
          </div>
        )}
        <div className={styles.law}>
          <span>© 2026 {site.name}</span>
          {site.icp && (
            <a href="https://beian.miit.gov.cn/" target="_blank" rel="noreferrer">
              {site.icp}
            </a>
          )}
          {site.police && (
            <a
              href={`https://beian.mps.gov.cn/#/query/webSearch?code=${digits(site.police)}`}
              target="_blank"
              rel="noreferrer"
            >
              {site.police}
            </a>
          )}
          {site.licence && <span>{site.licence}</span>}
        </div>
      </div>
    </footer>
  );
}
