import { Gallery } from '../../ui/gallery.tsx';
import { Icon, tileIcon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Tag } from '../../ui/tag.tsx';
import { momentText, yuan } from '../../ui/time.ts';
import { Files } from './input-card.tsx';
import { publishInLine } from './line-paths.ts';
import styles from './product-line.module.css';
import { type LineStage, type ProductLine, wanted } from './product-line.ts';
import { StatusMark } from './status-mark.tsx';
import { sumOf } from './wire.ts';

/** Every stage of a line in the order of the chain: who, what was delivered, what is held back, what comes next. */
export function LineStages({ line }: { line: ProductLine }) {
  const first = line.stages.findIndex(({ order }) => order !== null);
  const now = wanted(line);
  return (
    <ol className={styles.stages} aria-label="各环节">
      {line.stages.map((stage, index) => (
        <li
          key={stage.stage}
          className={styles.stage}
          data-phase={phaseOf(stage)}
          aria-current={stage === now ? 'step' : undefined}
        >
          <span className={styles.icon} aria-hidden="true">
            <Icon name={tileIcon(stage.stage)} />
          </span>
          {stage.order ? (
            <Worked stage={stage} order={stage.order} line={line} />
          ) : (
            <Empty stage={stage} line={line} passed={index < first} />
          )}
        </li>
      ))}
    </ol>
  );
}

const phaseOf = ({ order }: LineStage): 'none' | 'done' | 'over' | 'now' => {
  if (!order) return 'none';
  if (order.orderStatus === 7) return 'done';
  return order.orderStatus === 6 || order.orderStatus === 8 ? 'over' : 'now';
};

function Empty({ stage, line, passed }: { stage: LineStage; line: ProductLine; passed: boolean }) {
  const { name } = stage;
  const opens = stage.stage === line.opens;
  return (
    <div className={styles.body}>
      <h2>
        {name}
        <span className={styles.idle}>{opens ? '可以发布' : passed ? '未经过' : '未开始'}</span>
      </h2>
      {opens && <Needs stage={stage} line={line} />}
    </div>
  );
}

type Order = NonNullable<LineStage['order']>;

function Worked({ stage, order, line }: { stage: LineStage; order: Order; line: ProductLine }) {
  const { name, details, delivered, retention, records } = stage;
  const [sum, sumName] = sumOf(order);
  return (
    <div className={styles.body}>
      <div className={styles.top}>
        <h2>
          {name}
          <StatusMark status={order.orderStatus} name={order.demandStatusName} />
          {order.inputState === 'changed' && <Tag tone="warning">输入已变</Tag>}
        </h2>
        <p className={styles.sum}>
          <b>{yuan(sum)}</b>
          <span>{sumName}</span>
        </p>
      </div>
      <p className={styles.who}>
        <Link to={`/personal/order/${order.demandNid}`} aria-label={`${name}订单 ${order.demandNid}`}>
          {order.demandNid}
        </Link>
        {order.counterpart && <span>{order.counterpart.nickname}</span>}
        {records > 0 && <span>{records} 条溯源记录</span>}
      </p>
      <dl className={styles.facts}>
        {details.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {retention && (
          <div>
            <dt>质保金</dt>
            <dd>
              {yuan(retention.amount)}，{retentionWords[retention.state]}
              {retention.until !== null && `，${momentText(retention.until)} 自动放款`}
            </dd>
          </div>
        )}
      </dl>
      {delivered && <Delivered stage={stage} delivered={delivered} />}
      {stage.stage === line.opens && <Needs stage={stage} line={line} />}
    </div>
  );
}

const retentionWords: Readonly<Record<NonNullable<LineStage['retention']>['state'], string>> = {
  held: '托管中',
  released: '已放款',
  disputed: '有争议，已冻结',
  divided: '已按争议结果处理',
};

function Delivered({ stage, delivered }: { stage: LineStage; delivered: NonNullable<LineStage['delivered']> }) {
  const { pictures, files, contract, again } = delivered;
  const told = [
    pictures.length > 0 && `${pictures.length} 张图片`,
    files.length > 0 && `${files.length} 份附件`,
    again > 0 && `更新过 ${again} 次`,
  ].filter((one) => one !== false);
  return (
    <section className={styles.delivered} aria-label={`${stage.name}的交付`}>
      <h3>
        交付
        <span>{told.join('，') || '没有图片和附件'}</span>
      </h3>
      <div className={styles.pictures}>
        <Gallery
          pictures={pictures.slice(0, 6).map(({ url }) => url)}
          name={`${stage.name}交付的图片`}
          layout="grid"
          sizes="(max-width: 767px) 30vw, 140px"
          widest={240}
        />
      </div>
      <Files files={files} />
      {(contract || pictures.some(({ hash }) => hash)) && (
        <details className={styles.hashes}>
          <summary>校验值（SHA-256）</summary>
          <ul>
            {pictures.map(({ url, hash }, index) => hash && <Hash key={url} name={`图片 ${index + 1}`} hash={hash} />)}
            {contract && <Hash name="合同" hash={contract} />}
          </ul>
        </details>
      )}
    </section>
  );
}

const Hash = ({ name, hash }: { name: string; hash: string }) => (
  <li>
    {name} <code>{hash}</code>
  </li>
);

function Needs({ stage, line }: { stage: LineStage; line: ProductLine }) {
  const { type, productLineNid } = line;
  return (
    <div className={styles.needs}>
      <p>
        {stage.name}需要
        <span className="sr">：</span>
      </p>
      <ul>
        {stage.needs.map(({ label, given }) => (
          <li key={label} data-given={given || undefined}>
            <Icon name={given ? 'check' : 'edit'} size="small" />
            {label}
            <small>{given ? '已有' : '待填'}</small>
          </li>
        ))}
      </ul>
      <Link to={publishInLine(stage.stage, { category: type, productLineNid })} className={styles.publish}>
        {stage.order ? '重新发布' : `发布${stage.name}需求`}
      </Link>
    </div>
  );
}
