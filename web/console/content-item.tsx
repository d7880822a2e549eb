import { Alert, Button, Form } from 'antd';
import { useCallback, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { type ContentKindKey, contentKindKeys, contentKinds, fieldsAt } from '../../contract/content-kinds.ts';
import type { CallInput } from '../../contract/call.ts';
import type { Field } from '../../contract/fields.ts';
import {
  type ContentDeed,
  type ContentInfo,
  type ContentRevision,
  type ContentSaveCall,
  contentSaveCall,
  type operatorContentInfo,
} from '../../contract/operator/content.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { page } from '../portal/route-record.ts';
import { momentText } from '../ui/time.ts';
import { toast } from '../ui/toast.tsx';
import { AskDeed } from './content.tsx';
import styles from './content/content.module.css';
import { EditButton } from './content/edit-button.tsx';
import { useMayEdit } from './content/may-edit.ts';
import { publishedWords } from './content/published-words.ts';
import { PublishForm, type Values } from './content/publish-form.tsx';
import { StateTag } from './content/state-tag.tsx';
import { useKeptDraft } from './ui/kept-form.tsx';
import { Loaded, Missing } from './ui/loaded.tsx';
import { PageHead } from './ui/page-head.tsx';

export const handle = page({
  name: 'console-content-item',
  title: '编辑内容',
  ground: 'mist',
  bare: true,
  unlisted: true,
});

/** One item: its form, what is public of it, and what was done to it (feature P-03). */
export default function ContentItem() {
  const { kind: named, id = '' } = useParams();
  const kind = contentKindKeys.find((key) => key === named);
  const load = useCallback(() => send(callAt<typeof operatorContentInfo>('/api/operator/contentInfo'), { id }), [id]);
  const head = {
    title: kind ? contentKinds[kind].name : '页面内容',
    back: { to: `/console/content${kind ? `?kind=${kind}` : ''}`, label: '页面内容' },
  };
  if (!kind) return <Missing head={head} text="没有这种内容" />;
  if (id === 'new') return <Editor kind={kind} reload={() => {}} />;
  return (
    <Loaded load={load} head={head}>
      {(info, reload) => <Editor key={info.version} kind={kind} info={info} reload={reload} />}
    </Loaded>
  );
}

const starting: Values = { category: 'all', air: 'off', sold: '0', collected: '0', comments: '0' };

/** What an item says, each of the fields and nothing else, as they begin where it says nothing of them. */
function filled(fields: Readonly<Record<string, Field>>, values: Values = {}): Values {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, values[name] ?? starting[name] ?? '']));
}

function Editor({ kind, info, reload }: { kind: ContentKindKey; info?: ContentInfo; reload: () => void }) {
  const { name, places } = contentKinds[kind];
  const [query] = useSearchParams();
  const place = places.find(({ key }) => key === (info?.place ?? query.get('place'))) ?? places[0];
  const [form] = Form.useForm<Values>();
  const [asked, setAsked] = useState<ContentDeed>();
  const mayEdit = useMayEdit();
  const navigate = useNavigate();
  const list = `/console/content?kind=${kind}`;
  const fields = fieldsAt(kind, place.key);
  const saved = filled(fields, info?.values);
  const draft = useKeptDraft(`content.${info?.id ?? `${kind}.${place.key}`}`, String(info?.version ?? ''), saved);

  return (
    <>
      <PageHead
        title={info ? info.title : `新建${name}`}
        note={`${name} · ${place.name}`}
        back={{ to: list, label: '页面内容' }}
      />
      <div className={styles.two}>
        <PublishForm<ContentInfo>
          title="内容"
          label={`${name}内容`}
          fields={fields}
          form={form}
          saved={saved}
          draft={draft}
          send={(values, publish) =>
            send(contentSaveCall(kind), {
              ...values,
              ...(info ? { id: info.id, version: info.version } : { place: place.key }),
              ...(publish && { publish: '1' }),
            } as unknown as CallInput<ContentSaveCall>)
          }
          published={publishedWords}
          of="content"
          list={list}
          at={(id) => `/console/content/${kind}/${id}`}
          {...(info && { id: info.id, reload })}
          more={(busy) => (
            <>
              {info?.changed && (
                <EditButton disabled={busy} onClick={() => setAsked('discard')}>
                  放弃修改
                </EditButton>
              )}
              {info?.live && (
                <EditButton danger disabled={busy} onClick={() => setAsked('withdraw')}>
                  撤下
                </EditButton>
              )}
            </>
          )}
        />
        {info && (
          <aside className={styles.card} aria-label="状态和记录">
            <div className={styles.facts}>
              <StateTag state={info.state} name={info.stateName} changed={info.changed} />
              {info.changed && <Alert type="warning" showIcon title="表单里是草稿，访客看到的还是上一次发布的内容" />}
            </div>
            <h2>操作记录</h2>
            <History
              history={info.history}
              onTake={
                mayEdit
                  ? (values) => {
                      const taken = filled(fields, values);
                      form.setFieldsValue(taken);
                      draft.keep(taken);
                    }
                  : undefined
              }
            />
          </aside>
        )}
      </div>
      {asked && info && (
        <AskDeed
          row={info}
          deed={asked}
          onClose={() => setAsked(undefined)}
          onDone={() => {
            // Who gives up the changes means those that are only typed as well.
            if (asked === 'discard') draft.discard();
            if (asked === 'withdraw') void navigate(list);
            else reload();
          }}
        />
      )}
    </>
  );
}

/** What was done, the newest first; what it said then can be taken into the form again. */
function History({ history, onTake }: { history: readonly ContentRevision[]; onTake?: (values: Values) => void }) {
  if (history.length === 0) return <p>还没有操作记录</p>;
  return (
    <ol className={styles.history}>
      {history.map(({ time, by, deed, deedName, values }) => (
        <li key={`${time} ${deed}`}>
          <b>{deedName}</b>
          {onTake && Object.keys(values).length > 0 && (
            <Button
              size="small"
              onClick={() => {
                onTake(values);
                toast('已填入表单，保存后生效');
              }}
            >
              用这一版
            </Button>
          )}
          <small>
            {by} {momentText(time)}
          </small>
        </li>
      ))}
    </ol>
  );
}
