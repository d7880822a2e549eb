import { useCallback } from 'react';
import { useParams } from 'react-router';
import { findCategory } from '../../contract/categories.ts';
import { getProductLine } from '../../contract/product-line.ts';
import { send } from '../client/transport.browser.ts';
import { LineStages } from '../features/orders/line-stages.tsx';
import { LineNext } from '../features/orders/line-next.tsx';
import styles from '../features/orders/product-line.module.css';
import type { ProductLine } from '../features/orders/product-line.ts';
import { page } from '../portal/route-record.ts';
import { Icon } from '../ui/icon.tsx';
import { LatePart } from '../ui/late-part.tsx';
import { Link } from '../ui/link.tsx';
import { Loading, Skeleton } from '../ui/states.tsx';
import { Tag } from '../ui/tag.tsx';
import { momentText } from '../ui/time.ts';

export const handle = page({ name: 'product-line', under: 'personal', title: '产品线', ground: 'mist' });

export default function Line() {
  const { nid = '' } = useParams();
  const load = useCallback(() => send(getProductLine, { productLineNid: nid }), [nid]);
  return (
    <LatePart
      key={nid}
      load={load}
      skeleton={
        <Loading count={3}>
          <Skeleton height="2.2rem" />
        </Loading>
      }
    >
      {(line) => <Page line={line} />}
    </LatePart>
  );
}

/** What it is, the one thing to do next, and the seven stages in order. */
function Page({ line }: { line: ProductLine }) {
  const { name, productLineNid, type, time, records, code, stages } = line;
  const category = findCategory(type);
  const done = stages.filter(({ order }) => order?.orderStatus === 7).length;
  return (
    <>
      <section className={styles.head}>
        <Link to="/personal/line" className={styles.back}>
          <Icon name="left" size="small" />
          我的产品线
        </Link>
        <h1>{name}</h1>
        <p className={styles.meta}>
          {category && <Tag tone={category.key}>{category.name}</Tag>}
          <span>编号 {productLineNid}</span>
          <span>{momentText(time)} 开始</span>
          <span>
            完成 {done} / {stages.length} 个环节
          </span>
          {records > 0 && (
            <Link to={`/smart/${type}/origin${code && `?code=${code}`}`} className={styles.trace}>
              <Icon name="shield" size="small" />
              {records} 条溯源记录
            </Link>
          )}
          {done > 0 && (
            <Link to={`/personal/line/${productLineNid}/labels`} className={styles.trace}>
              <Icon name="scan" size="small" />
              溯源标签
            </Link>
          )}
        </p>
        <LineNext line={line} />
      </section>
      <LineStages line={line} />
    </>
  );
}
