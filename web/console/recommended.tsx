import { Input, Pagination, Space } from 'antd';
import { type ReactNode, useCallback, useState } from 'react';
import { categories, type CategoryKey } from '../../contract/categories.ts';
import type {
  recommendableList,
  recommendCases,
  RecommendedCase,
  recommendedList,
} from '../../contract/operator/recommended.ts';
import { pictureAt } from '../../contract/pictures.ts';
import { stageByNumber, stages } from '../../contract/stages/index.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { page } from '../portal/route-record.ts';
import { Link } from '../ui/link.tsx';
import { Empty } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import styles from './content/content.module.css';
import { EditButton } from './content/edit-button.tsx';
import { useMayEdit } from './content/may-edit.ts';
import { Filters } from './ui/filters.tsx';
import { useListQuery } from './ui/list-query.ts';
import { Loaded } from './ui/loaded.tsx';
import { PageHead } from './ui/page-head.tsx';
import { SortableList } from './ui/sortable-list.tsx';

export const handle = page({
  name: 'console-recommended',
  title: '推荐案例',
  ground: 'mist',
  bare: true,
  unlisted: true,
});

const firstCategory = categories[0].key;
const fallbacks = { category: firstCategory, type: '1' };

const filters = [
  {
    kind: 'tabs',
    name: 'category',
    label: '按类别筛选',
    fallback: firstCategory,
    options: categories.map(({ key, name }) => ({ value: key, label: name })),
  },
  {
    kind: 'tabs',
    name: 'type',
    label: '按环节筛选',
    fallback: '1',
    options: stages.map(({ number, name }) => ({ value: String(number), label: name })),
  },
] as const;

/** A stage of a category, whose cases are chosen. */
interface Shelf {
  category: CategoryKey;
  type: string;
}

const listCall = callAt<typeof recommendedList>('/api/operator/recommendedList');
const findCall = callAt<typeof recommendableList>('/api/operator/recommendableList');
const setCall = callAt<typeof recommendCases>('/api/operator/recommendedSet');

/** Which cases the category and stage pages begin with, and in which order (features P-03, P-04). */
export default function Recommended() {
  const { values, change } = useListQuery(fallbacks);
  const category = categories.find(({ key }) => key === values['category'])?.key ?? firstCategory;
  const stage = stageByNumber(Number(values['type'])) ?? stages[0];
  const type = String(stage?.number ?? 1);
  return (
    <>
      <PageHead
        title="推荐案例"
        note={`分类页展示每个环节的前5个，环节页展示前${stage?.pageSize.recommended ?? 5}个。拖动或用键盘调整顺序，访客马上看到。`}
      />
      <section className={styles.kinds}>
        <Filters filters={filters} values={values} onChange={change} />
        <Choosing key={`${category}/${type}`} category={category} type={type} />
      </section>
    </>
  );
}

function Choosing({ category, type }: Shelf) {
  const mayEdit = useMayEdit();
  const load = useCallback(() => send(listCall, { category, type }), [category, type]);
  const [moved, setMoved] = useState<{ of: readonly RecommendedCase[]; order: readonly string[] }>();
  const [busy, setBusy] = useState(false);
  return (
    <Loaded load={load}>
      {(rows, reload) => {
        const shown =
          moved?.of === rows
            ? rows.toSorted((one, other) => moved.order.indexOf(one.id) - moved.order.indexOf(other.id))
            : rows;
        const ids = rows.map(({ id }) => id);
        const set = async (after: readonly string[], done: string) => {
          setBusy(true);
          setMoved({ of: rows, order: after });
          const reply = await send(setCall, { category, type, before: ids.join(','), after: after.join(',') });
          setBusy(false);
          if (reply.ok) toast(done);
          else {
            toast(reply.message, 'failure');
            setMoved(undefined);
          }
          reload();
        };
        return (
          <>
            <section className={styles.place} aria-label="已推荐">
              <h2>已推荐 {rows.length}</h2>
              {rows.length === 0 ? (
                <Empty icon="gift" text="还没有推荐的案例，页面按发布时间展示。从下面选择要推荐的案例" />
              ) : (
                <SortableList
                  label="已推荐的案例"
                  rows={shown}
                  rowKey={({ id }) => id}
                  nameOf={(row) => row.name}
                  onOrder={
                    mayEdit && rows.length > 1
                      ? (_before, after) => void set(after, '顺序已保存，访客现在看到的就是这个顺序')
                      : undefined
                  }
                >
                  {(row) => (
                    <Line row={row}>
                      <EditButton
                        size="small"
                        disabled={busy}
                        aria-label={`取消推荐“${row.name}”`}
                        onClick={() =>
                          void set(
                            ids.filter((id) => id !== row.id),
                            '已取消推荐',
                          )
                        }
                      >
                        取消推荐
                      </EditButton>
                    </Line>
                  )}
                </SortableList>
              )}
            </section>
            <Finding
              // What is recommended changes what can be.
              key={ids.join()}
              category={category}
              type={type}
            >
              {(row) => (
                <EditButton
                  size="small"
                  type="primary"
                  disabled={busy || row.recommended}
                  aria-label={`${row.recommended ? '已推荐' : '推荐'}“${row.name}”`}
                  onClick={() => void set([...ids, row.id], '已推荐，排在最后')}
                >
                  {row.recommended ? '已推荐' : '推荐'}
                </EditButton>
              )}
            </Finding>
          </>
        );
      }}
    </Loaded>
  );
}

const pageSize = 10;
const finding = { query: '' };

function Finding({ category, type, children }: Shelf & { children: (row: RecommendedCase) => ReactNode }) {
  const { values, change } = useListQuery(finding);
  const query = values['query'] ?? '';
  const number = Number(values['page']) || 1;
  const load = useCallback(async () => {
    const reply = await send(findCall, { category, type, query, page: number, pageSize });
    return reply.ok ? { ...reply, data: { rows: reply.data, count: reply.count } } : reply;
  }, [category, type, query, number]);
  return (
    <section className={styles.place} aria-label="可以推荐">
      <header>
        <h2>可以推荐</h2>
        <Input.Search
          key={query}
          aria-label="案例名称"
          placeholder="案例名称"
          allowClear
          maxLength={60}
          style={{ width: 280 }}
          defaultValue={query}
          onSearch={(words) => change({ query: words.trim(), page: '1' })}
        />
      </header>
      <Loaded load={load}>
        {({ rows, count }) =>
          rows.length === 0 ? (
            <Empty icon="search" text={query ? '没有这个名称的案例' : '这个环节还没有公开的案例'} />
          ) : (
            <>
              <ul className={styles.rows} aria-label="可以推荐的案例">
                {rows.map((row) => (
                  <li key={row.id}>
                    <Line row={row}>{children(row)}</Line>
                  </li>
                ))}
              </ul>
              {count > pageSize && (
                <Pagination
                  align="end"
                  current={number}
                  total={count}
                  pageSize={pageSize}
                  showSizeChanger={false}
                  onChange={(next) => change({ page: String(next) })}
                />
              )}
            </>
          )
        }
      </Loaded>
    </section>
  );
}

function Line({ row, children }: { row: RecommendedCase; children: ReactNode }) {
  const { name, picture, path, shop_name, certified, likes } = row;
  return (
    <>
      <span className={styles.thumb}>{picture && <img src={pictureAt(picture, 320)} alt="" loading="lazy" />}</span>
      <span className={styles.words}>
        <Link to={path}>{name}</Link>
        <small>
          {shop_name}
          {certified && '（已认证）'}，{likes} 人喜欢
        </small>
      </span>
      <Space size={8} className={styles.deeds}>
        {children}
      </Space>
    </>
  );
}
