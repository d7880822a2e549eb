import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Picture } from '../../ui/picture.tsx';
import { shortCount, yuan } from '../../ui/time.ts';
import styles from './live-block.module.css';
import { type LiveFacts, LiveStage } from './live-stage.tsx';

export interface AdFacts {
  id: string;
  url: string;
  pic: string;
  name: string;
  evaluateSum: number;
  collectSum: number;
  money: string;
  marketSum: number;
}

/** @param url a page of ours without the base path, or an outside address */
function AdLink({ url, children }: { url: string; children: ReactNode }) {
  if (/^\/(?!\/)/.test(url))
    return (
      <Link to={url} className={styles.ad}>
        {children}
      </Link>
    );
  return (
    <a href={url} target="_blank" rel="noreferrer sponsored" className={styles.ad}>
      {children}
      <span className="sr">（在新窗口打开）</span>
    </a>
  );
}

/** What is or will be on air, beside two advertised products. */
export function LiveBlock({ live, ads }: { live: LiveFacts | null | undefined; ads: readonly AdFacts[] }) {
  return (
    <div className={[styles.livebox, !live && styles.adsOnly].filter(Boolean).join(' ')}>
      {live && <LiveStage live={live} />}
      {ads.map((ad) => (
        <AdLink key={ad.id} url={ad.url}>
          <div className={styles.pic}>
            <Picture src={ad.pic} alt="" sizes="(max-width: 767px) 50vw, 16vw" widest={320} />
            <span className={styles.mark}>广告</span>
          </div>
          <div className={styles.text}>
            <h3 className="clip2">{ad.name}</h3>
            <span className={`price ${styles.price}`}>{yuan(ad.money)}</span>
            <p className={styles.sums}>
              <span>已售 {shortCount(ad.marketSum)}</span>
              <span>收藏 {shortCount(ad.collectSum)}</span>
              <span>
                <Icon name="comment" size="small" label="评价" /> {shortCount(ad.evaluateSum)}
              </span>
            </p>
          </div>
        </AdLink>
      ))}
    </div>
  );
}
