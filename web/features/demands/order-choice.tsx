import type { ReactNode } from 'react';
import { findCategory } from '../../../contract/categories.ts';
import type { FollowOnOrder } from '../../../contract/follow-on.ts';
import type { StageField } from '../../../contract/stages/stage.ts';
import { Button } from '../../ui/button.tsx';
import { SelectControl } from '../../ui/form/choice-control.tsx';
import { Frame } from '../../ui/form/frame.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import { dateText } from '../../ui/time.ts';
import styles from './order-choice.module.css';
import type { FollowOnState, Mark } from './use-follow-on.ts';

const optionOf = ({ productLineNid, name, stageName, demandStatusName, demandNid }: FollowOnOrder) => ({
  value: productLineNid,
  label: `${name}，${stageName}${demandStatusName}（${demandNid}）`,
});

/** 我的订单: the order that this demand goes on from, or none. */
export function OrderChoice({
  follow,
  stageName,
  beforeName,
  category,
}: {
  follow: FollowOnState;
  stageName: string;
  /** name of the stage before; undefined for the first */
  beforeName: string | undefined;
  /** of the page: an order of another one brings its own along */
  category: string;
}) {
  const { orders, order, chosen, refusal } = follow;
  if (orders === 'waiting')
    return (
      <div className={styles.waiting} role="status" aria-label="正在读取我的订单">
        <Skeleton height="0.48rem" />
      </div>
    );
  const listed = orders === 'failed' ? [] : orders;
  // One that is raised again is in no list: the button on the order leads here with it.
  const all = order && !listed.some((one) => one.productLineNid === chosen) ? [order, ...listed] : listed;
  const alert = refusal && `${refusal}${listed.length > 0 ? '，请换一张' : ''}`;
  if (orders === 'failed' && !order)
    return (
      <p className={styles.note} role="alert">
        <Icon name="warn" size="small" />
        没能读取您的订单，可以先往下填
        <Button tone="ghost" size="small" icon="return" onClick={follow.retry}>
          再读一次
        </Button>
      </p>
    );
  if (all.length === 0)
    return (
      <p className={styles.note}>
        <Icon name="info" size="small" />
        <span>
          没有可以接着{stageName}的订单，这条需求会新开一条产品线。
          {beforeName && `${beforeName}订单完成之后，就能在这里选到。`}
        </span>
        {alert && <b role="alert">{alert}</b>}
      </p>
    );
  return (
    <>
      <Frame id="my-order" label="我的订单" hint="选填，选了会带入上一环节的资料" required={false} error={alert}>
        <SelectControl
          id="my-order"
          value={all.some((one) => one.productLineNid === chosen) ? chosen : ''}
          onChange={follow.choose}
          error={alert}
          options={all.map(optionOf)}
          placeholder="不接订单，新开一条产品线"
        />
      </Frame>
      {order && <Chosen order={order} category={category} />}
    </>
  );
}

function Chosen({ order, category }: { order: FollowOnOrder; category: string }) {
  const { name, picture, stageName, demandNid, providerName, time, demandStatusName, type } = order;
  const own = findCategory(type);
  const facts = [`${stageName}订单 ${demandNid}`, providerName, `${dateText(time)}${demandStatusName.slice(1)}`];
  return (
    <div className={styles.order}>
      <span className={styles.picture}>
        <Picture src={picture} alt="" sizes="96px" widest={96} />
      </span>
      <div>
        <b>{name}</b>
        <p>{facts.filter(Boolean).join('，')}</p>
        {own && type !== category && (
          <p>
            这条产品线属于{own.name}，需求会发布在{own.name}类
          </p>
        )}
      </div>
      <Tag tone="pine">
        {stageName}
        {demandStatusName}
      </Tag>
    </div>
  );
}

const short = (value: string | readonly string[]): string => {
  const text = typeof value === 'string' ? value : value.join('、');
  return text.length > 16 ? `${text.slice(0, 16)}…` : text;
};

/** Beside a field: where its value came from and the way to take it away, or what the order says instead. */
export function MarkNote({ field, mark }: { field: StageField; mark: Mark }): ReactNode {
  const { from, part, instead, act } = mark;
  const unit = field.widget.kind === 'images' ? '张' : '份';
  if (instead !== undefined)
    return (
      <>
        <Icon name="link" size="small" />
        订单里是「{short(instead)}」，没有改动您填的
        <button type="button" className={styles.act} aria-label={`改用订单里的${field.label}`} onClick={act}>
          改用订单里的
        </button>
      </>
    );
  return (
    <>
      <Icon name="link" size="small" />
      {part !== undefined && `其中 ${part} ${unit}`}取自「{from}」
      <button type="button" className={styles.act} aria-label={`撤去取自订单的${field.label}`} onClick={act}>
        撤去
      </button>
    </>
  );
}
