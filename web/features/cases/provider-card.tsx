import { Face } from '../../ui/face.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Certified } from '../../ui/tag.tsx';
import { shortCount } from '../../ui/time.ts';
import styles from './detail.module.css';

export interface ProviderFacts {
  id: string;
  name: string;
  avatar: string;
  certified: boolean;
  region: string;
  introduction: string;
  /** 0 without any appraisal */
  score: number;
  deals: number;
  /** percent of the appraisals that praise; 0 without any */
  favourable: number;
}

/** Score, deals and praise of a shop; what it has not earned yet is said in words. */
export function Record({ score, deals, favourable }: Pick<ProviderFacts, 'score' | 'deals' | 'favourable'>) {
  return (
    <dl className={styles.record}>
      <div>
        <dt>评分</dt>
        <dd>{score > 0 ? score.toFixed(1) : <small>暂无</small>}</dd>
      </div>
      <div>
        <dt>成交</dt>
        <dd>
          {shortCount(deals)}
          <small> 单</small>
        </dd>
      </div>
      <div>
        <dt>好评</dt>
        <dd>{score > 0 ? `${favourable}%` : <small>暂无</small>}</dd>
      </div>
    </dl>
  );
}

/** Who made it, beside a case: all of it leads to the shop. */
export function ProviderCard({ shop }: { shop: ProviderFacts }) {
  return (
    <section className={styles.provider} aria-label="服务商">
      <div className={styles.who}>
        <Face name={shop.name} src={shop.avatar || undefined} />
        <div>
          <p>
            <Link to={`/shop/${shop.id}`}>{shop.name}</Link>
            {shop.certified && <Certified />}
          </p>
          {shop.region && <small>{shop.region}</small>}
        </div>
        <Icon name="right" size="small" />
      </div>
      {shop.introduction && <p className="second">{shop.introduction}</p>}
      <Record {...shop} />
    </section>
  );
}
