import { Button, Space } from 'antd';
import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import { type ContentKindKey, contentKindKeys, contentKinds, type ContentPlace } from '../../contract/content-kinds.ts';
import { pictureAt } from '../../contract/pictures.ts';
import type {
  ContentDeed,
  ContentRow,
  operatorContentDo,
  operatorContentList,
  operatorContentOrder,
} from '../../contract/operator/content.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { page } from '../portal/route-record.ts';
import { Link } from '../ui/link.tsx';
import { Empty } from '../ui/states.tsx';
import { momentText } from '../ui/time.ts';
import { toast } from '../ui/toast.tsx';
import { EditButton } from './content/edit-button.tsx';
import { publishedWords } from './content/published-words.ts';
import { useMayEdit } from './content/may-edit.ts';
import { StateTag } from './content/state-tag.tsx';
import { usePreview } from './content/use-preview.ts';
import styles from './content/content.module.css';
import { Ask } from './ui/ask.tsx';
import { Filters } from './ui/filters.tsx';
import { useListQuery } from './ui/list-query.ts';
import { Loaded } from './ui/loaded.tsx';
import { PageHead } from './ui/page-head.tsx';
import { SortableList } from './ui/sortable-list.tsx';

export const handle = page({ name: 'console-content', title: '页面内容', ground: 'mist', bare: true, unlisted: true });

const fallbacks = { kind: 'banner' };

const kindTabs = {
  kind: 'tabs',
  name: 'kind',
  label: '按种类筛选',
  fallback: 'banner',
  options: contentKindKeys.map((key) => ({ value: key, label: contentKinds[key].name })),
} as const;

/** What stands on the public pages, in its order (feature P-03). */
export default function Content() {
  const { values, change } = useListQuery(fallbacks);
  const kind = contentKindKeys.find((key) => key === values['kind']) ?? 'banner';
  const { places, name, most } = contentKinds[kind];
  return (
    <>
      <PageHead
        title="页面内容"
        note={`${name}：每处同时展示前${most}条，排在后面的等有空位。拖动或用键盘调整顺序，访客马上看到。`}
      />
      <section className={styles.kinds}>
        <Filters filters={[kindTabs]} values={values} onChange={change} />
        {places.map((place) => (
          <Place key={`${kind}/${place.key}`} kind={kind} place={place} />
        ))}
      </section>
    </>
  );
}

function Place({ kind, place }: { kind: ContentKindKey; place: ContentPlace }) {
  const load = useCallback(
    () => send(callAt<typeof operatorContentList>('/api/operator/contentList'), { kind, place: place.key }),
    [kind, place.key],
  );
  const navigate = useNavigate();
  return (
    <section className={styles.place} aria-label={place.name}>
      <header>
        <h2>{place.name}</h2>
        <EditButton type="primary" onClick={() => void navigate(`/console/content/${kind}/new?place=${place.key}`)}>
          新建{contentKinds[kind].name}
        </EditButton>
      </header>
      <Loaded load={load}>{(rows, reload) => <Items rows={rows} kind={kind} place={place} reload={reload} />}</Loaded>
    </section>
  );
}

function Items({
  rows,
  kind,
  place,
  reload,
}: {
  rows: readonly ContentRow[];
  kind: ContentKindKey;
  place: ContentPlace;
  reload: () => void;
}) {
  const mayEdit = useMayEdit();
  // As it was just put, until the server has said how it stands.
  const [moved, setMoved] = useState<{ of: readonly ContentRow[]; order: readonly string[] }>();
  const standing = rows.filter(({ state }) => state !== 'withdrawn');
  const off = rows.filter(({ state }) => state === 'withdrawn');
  const shown =
    moved?.of === rows
      ? standing.toSorted((one, other) => moved.order.indexOf(one.id) - moved.order.indexOf(other.id))
      : standing;
  if (rows.length === 0) return <Empty icon="layers" text={`${place.name}还没有${contentKinds[kind].name}`} />;

  async function order(before: readonly string[], after: readonly string[]) {
    setMoved({ of: rows, order: after });
    // What was taken off keeps its place behind all others.
    const rest = off.map(({ id }) => id);
    const call = callAt<typeof operatorContentOrder>('/api/operator/contentOrder');
    const reply = await send(call, {
      kind,
      place: place.key,
      before: [...before, ...rest].join(','),
      after: [...after, ...rest].join(','),
    });
    if (reply.ok) toast('顺序已保存，访客现在看到的就是这个顺序');
    else toast(reply.message, 'failure');
    if (!reply.ok) setMoved(undefined);
    reload();
  }

  return (
    <>
      {shown.length > 0 && (
        <SortableList
          label={`${place.name}的${contentKinds[kind].name}`}
          rows={shown}
          rowKey={({ id }) => id}
          nameOf={({ title }) => title}
          onOrder={mayEdit && shown.length > 1 ? (before, after) => void order(before, after) : undefined}
        >
          {(row) => <Item row={row} reload={reload} />}
        </SortableList>
      )}
      {off.length > 0 && (
        <details className={styles.off}>
          <summary>已撤下 {off.length} 条</summary>
          <ul>
            {off.map((row) => (
              <li key={row.id}>
                <Item row={row} reload={reload} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** When it shows; of one that waits, when it begins first of all. */
function spellOf({ from, until, state }: ContentRow): string {
  if (state === 'waiting') return `${momentText(from)} 开始展示，${until ? `到 ${momentText(until)}` : '一直展示'}`;
  return from || until ? `${from ? momentText(from) : '发布后'} 至 ${until ? momentText(until) : '一直'}` : '一直展示';
}

function Item({ row, reload }: { row: ContentRow; reload: () => void }) {
  const [asked, setAsked] = useState<ContentDeed>();
  const preview = usePreview('content');
  const { id, kind, title, picture, state, stateName, changed, updatedBy, updateTime } = row;
  const published = state !== 'draft' && state !== 'withdrawn';
  const deed: ContentDeed | undefined = !published || changed ? 'publish' : undefined;
  return (
    <>
      {'picture' in contentKinds[kind].fields && (
        <span className={styles.thumb}>
          {picture ? <img src={pictureAt(picture, 320)} alt="" loading="lazy" /> : '默认图'}
        </span>
      )}
      <span className={styles.words}>
        <Link to={`/console/content/${kind}/${id}`}>{title}</Link>
        <small>
          {spellOf(row)}
          {updatedBy && `，${updatedBy} ${momentText(updateTime)} 修改`}
        </small>
      </span>
      <StateTag state={state} name={stateName} changed={changed} />
      <Space size={8} className={styles.deeds}>
        <Button size="small" onClick={() => void preview(id)} aria-label={`预览“${title}”`}>
          预览
        </Button>
        {deed && (
          <EditButton size="small" type="primary" onClick={() => setAsked(deed)} aria-label={`发布“${title}”`}>
            发布
          </EditButton>
        )}
        <EditButton
          size="small"
          onClick={() => setAsked(published ? 'withdraw' : 'remove')}
          aria-label={`${published ? '撤下' : '删除'}“${title}”`}
        >
          {published ? '撤下' : '删除'}
        </EditButton>
      </Space>
      {asked && <AskDeed row={row} deed={asked} onClose={() => setAsked(undefined)} onDone={reload} />}
    </>
  );
}

const questions: Readonly<Record<ContentDeed, readonly [question: string, action: string, done: string]>> = {
  publish: ['发布后草稿里的内容替换公开的内容，轮到展示时访客马上看到。', '发布', '已发布'],
  withdraw: ['撤下后访客马上看不到。内容保留在这里，可以再发布。', '撤下', '已撤下'],
  discard: ['草稿里的修改不再保留，公开的内容不变。', '放弃修改', '已放弃修改'],
  remove: ['删除后不能恢复，操作记录会保留。', '删除', '已删除'],
};

/** Asks before what is done to an item. */
export function AskDeed({
  row: { id, version, title },
  deed,
  onClose,
  onDone,
}: {
  row: Pick<ContentRow, 'id' | 'version' | 'title'>;
  deed: ContentDeed;
  onClose: () => void;
  onDone: () => void;
}) {
  const [question, action, done] = questions[deed];
  return (
    <Ask
      title={`${action}“${title}”`}
      question={question}
      action={action}
      danger={deed === 'remove' || deed === 'withdraw'}
      send={() => send(callAt<typeof operatorContentDo>('/api/operator/contentDo'), { id, version, deed })}
      onDone={(row) => {
        toast(deed === 'publish' && row ? publishedWords(row) : done);
        onClose();
        onDone();
      }}
      onClose={onClose}
    />
  );
}
