import { Button, Space } from 'antd';
import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import { categories } from '../../contract/categories.ts';
import { pictureAt } from '../../contract/pictures.ts';
import type {
  operatorPresaleList,
  operatorPresaleOrder,
  operatorPresaleRemove,
  PresaleRow,
  PresaleState,
} from '../../contract/operator/presale.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { page } from '../portal/route-record.ts';
import { Link } from '../ui/link.tsx';
import { Empty } from '../ui/states.tsx';
import { Tag, type TagTone } from '../ui/tag.tsx';
import { momentText, yuan } from '../ui/time.ts';
import { toast } from '../ui/toast.tsx';
import styles from './content/content.module.css';
import { EditButton } from './content/edit-button.tsx';
import { useMayEdit } from './content/may-edit.ts';
import { usePreview } from './content/use-preview.ts';
import { useDesk } from './layout.tsx';
import { Ask } from './ui/ask.tsx';
import { Filters } from './ui/filters.tsx';
import { useListQuery } from './ui/list-query.ts';
import { Loaded } from './ui/loaded.tsx';
import { PageHead } from './ui/page-head.tsx';
import { SortableList } from './ui/sortable-list.tsx';

export const handle = page({ name: 'console-presale', title: '预售商品', ground: 'mist', bare: true, unlisted: true });

const fallbacks = { past: '' };

const tabs = {
  kind: 'tabs',
  name: 'past',
  label: '按进度筛选',
  fallback: '',
  options: [
    { value: '', label: '货架' },
    { value: '1', label: '已截止和已下架' },
  ],
} as const;

const tones: Readonly<Record<PresaleState, TagTone>> = {
  draft: 'plain',
  waiting: 'business',
  open: 'success',
  due: 'danger',
  partly: 'warning',
  settled: 'success',
  unbooked: 'plain',
  removed: 'plain',
};

/** The pre-sale shelf in its order, and what has ended with its settlement (feature P-03). */
export default function Presale() {
  const { values, change } = useListQuery(fallbacks);
  const past = values['past'] === '1';
  return (
    <>
      <PageHead
        title="预售商品"
        note={
          past
            ? '截止后把每份预订结算为已成交或未成交，预订人会收到通知。'
            : '首页每个类别展示前3件。拖动或用键盘调整顺序，访客马上看到。'
        }
      />
      <section className={styles.kinds}>
        <Filters filters={[tabs]} values={values} onChange={change} />
        {past ? <Past /> : categories.map(({ key, name }) => <Shelf key={key} category={key} name={name} />)}
      </section>
    </>
  );
}

const list = (input: { category?: string; past?: string }) =>
  send(callAt<typeof operatorPresaleList>('/api/operator/presaleList'), input as { past?: '1' });

function Shelf({ category, name }: { category: string; name: string }) {
  const mayEdit = useMayEdit();
  const load = useCallback(() => list({ category }), [category]);
  const navigate = useNavigate();
  const [moved, setMoved] = useState<{ of: readonly PresaleRow[]; order: readonly string[] }>();
  return (
    <section className={styles.place} aria-label={name}>
      <header>
        <h2>{name}</h2>
        <EditButton type="primary" onClick={() => void navigate(`/console/presale/new?category=${category}`)}>
          新建{name}预售
        </EditButton>
      </header>
      <Loaded load={load}>
        {(rows, reload) => {
          const shown =
            moved?.of === rows
              ? rows.toSorted((one, other) => moved.order.indexOf(one.id) - moved.order.indexOf(other.id))
              : rows;
          const order = async (before: readonly string[], after: readonly string[]) => {
            setMoved({ of: rows, order: after });
            const reply = await send(callAt<typeof operatorPresaleOrder>('/api/operator/presaleOrder'), {
              category: category as PresaleRow['category'],
              before: before.join(','),
              after: after.join(','),
            });
            if (reply.ok) toast('顺序已保存，访客现在看到的就是这个顺序');
            else {
              toast(reply.message, 'failure');
              setMoved(undefined);
            }
            reload();
          };
          if (rows.length === 0) return <Empty icon="gift" text={`${name}还没有预售商品`} />;
          return (
            <SortableList
              label={`${name}的预售商品`}
              rows={shown}
              rowKey={({ id }) => id}
              nameOf={(row) => row.name}
              onOrder={mayEdit && rows.length > 1 ? (before, after) => void order(before, after) : undefined}
            >
              {(row) => <Item row={row} reload={reload} />}
            </SortableList>
          );
        }}
      </Loaded>
    </section>
  );
}

function Past() {
  const load = useCallback(() => list({ past: '1' }), []);
  return (
    <Loaded load={load}>
      {(rows, reload) =>
        rows.length === 0 ? (
          <Empty icon="gift" text="还没有截止的预售" />
        ) : (
          <ul className={styles.rows} aria-label="已截止和已下架的预售商品">
            {rows.map((row) => (
              <li key={row.id}>
                <Item row={row} reload={reload} />
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

function Item({ row, reload }: { row: PresaleRow; reload: () => void }) {
  const [asking, setAsking] = useState(false);
  const preview = usePreview('presale');
  const { reload: recount } = useDesk();
  const { id, name, picture, state, stateName, changed, price, unit, quantity, joined, bookings, unsettled } = row;
  return (
    <>
      <span className={styles.thumb}>{picture && <img src={pictureAt(picture, 320)} alt="" loading="lazy" />}</span>
      <span className={styles.words}>
        <Link to={`/console/presale/${id}`}>{name}</Link>
        <small>
          {yuan(price)}，已订 {joined}/{quantity} {unit}，{state === 'waiting' && `${momentText(row.starts)} 开始，`}
          {momentText(row.ends)} 截止
          {bookings > 0 && `，${bookings} 份预订`}
          {unsettled > 0 && (state === 'due' || state === 'partly') && `，${unsettled} 份待结算`}
        </small>
      </span>
      <span className={styles.tags}>
        <Tag tone={tones[state]}>{stateName}</Tag>
        {changed && <Tag tone="warning">有未发布的修改</Tag>}
      </span>
      <Space size={8} className={styles.deeds}>
        {state !== 'removed' && (
          <Button size="small" onClick={() => void preview(id)} aria-label={`预览“${name}”`}>
            预览
          </Button>
        )}
        {state !== 'removed' && (
          <EditButton size="small" onClick={() => setAsking(true)} aria-label={`下架“${name}”`}>
            下架
          </EditButton>
        )}
      </Space>
      {asking && (
        <Ask
          title={`下架“${name}”`}
          question="下架后不能再上架，预订人会收到通知，预订作废。"
          figures={[['预订', `${bookings} 份，共 ${joined} ${unit}`]]}
          action="下架"
          danger
          send={() =>
            send(callAt<typeof operatorPresaleRemove>('/api/operator/presaleRemove'), { id, version: row.version })
          }
          onDone={() => {
            toast('已下架');
            setAsking(false);
            reload();
            recount();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
