import { Space } from 'antd';
import { useState } from 'react';
import {
  type operatorSynonymList,
  type operatorSynonymRemove,
  type operatorSynonymSave,
  type SynonymGroup,
  synonymsField,
} from '../../contract/operator/wording.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { page } from '../portal/route-record.ts';
import { Tag } from '../ui/tag.tsx';
import { momentText } from '../ui/time.ts';
import { toast } from '../ui/toast.tsx';
import { EditButton } from './content/edit-button.tsx';
import { Ask } from './ui/ask.tsx';
import { FieldItem } from './ui/field-item.tsx';
import type { Filter } from './ui/filters.tsx';
import { type Column, ListPage, useListReload } from './ui/list-page.tsx';
import type { ListQuery } from './ui/list-query.ts';

export const handle = page({ name: 'console-synonyms', title: '同义词', ground: 'mist', bare: true, unlisted: true });

const pageSize = 50;

const filters: readonly Filter[] = [{ kind: 'search', name: 'q', label: '搜索同义词' }];

/** A few hundred at most: they come at once and are looked through here. */
async function load({ q = '', page: number = '1' }: ListQuery, quiet: boolean) {
  const reply = await send(callAt<typeof operatorSynonymList>('/api/operator/synonymList'), {}, { quiet });
  if (!reply.ok) return reply;
  const among = reply.data.filter(({ words }) => words.some((word) => word.includes(q)));
  const from = (Number(number) - 1) * pageSize;
  return {
    ...reply,
    data: among.slice(from, from + pageSize),
    count: among.length,
    page: Number(number),
    pages: Math.ceil(among.length / pageSize),
  };
}

const columns: Column<SynonymGroup>[] = [
  {
    title: '同义词',
    render: (_, { words }) => (
      <Space size={8} wrap>
        {words.map((word) => (
          <Tag key={word}>{word}</Tag>
        ))}
      </Space>
    ),
  },
  {
    title: '修改',
    width: 280,
    render: (_, { updatedBy, updateTime }) => `${updatedBy || '随系统'} ${momentText(updateTime)}`,
  },
  { title: '操作', width: 144, render: (_, group) => <Deeds group={group} /> },
];

/** Words that search takes for the same (feature P-03). */
export default function Synonyms() {
  const [adding, setAdding] = useState(false);
  const [version, setVersion] = useState(0);
  return (
    <ListPage
      title="同义词"
      note="搜其中一个，也会找到写着另外几个的内容。保存后搜索马上按新的来。"
      extra={
        <EditButton type="primary" onClick={() => setAdding(true)}>
          新建一组
        </EditButton>
      }
      filters={filters}
      columns={columns}
      rowKey={({ id }) => id}
      load={load}
      pageSize={pageSize}
      version={version}
      minWidth={640}
      empty={({ q }) => (q ? `没有含“${q}”的同义词` : '还没有同义词')}
    >
      {adding && (
        <Edit
          onClose={() => setAdding(false)}
          onDone={() => {
            setAdding(false);
            setVersion((before) => before + 1);
          }}
        />
      )}
    </ListPage>
  );
}

function Edit({ group, onClose, onDone }: { group?: SynonymGroup; onClose: () => void; onDone: () => void }) {
  return (
    <Ask<{ words?: string }, SynonymGroup>
      title={group ? '修改同义词' : '新建同义词'}
      action="保存"
      initial={{ words: group?.words.join(' ') ?? '' }}
      send={({ words = '' }) =>
        send(callAt<typeof operatorSynonymSave>('/api/operator/synonymSave'), {
          words,
          ...(group && { id: group.id, version: group.version }),
        })
      }
      onDone={() => {
        toast('已保存，搜索马上按新的来');
        onDone();
      }}
      onClose={onClose}
    >
      <FieldItem name="words" field={synonymsField} autoFocus />
    </Ask>
  );
}

function Deeds({ group }: { group: SynonymGroup }) {
  const [asked, setAsked] = useState<'edit' | 'remove'>();
  const reload = useListReload();
  const words = group.words.join(' ');
  const close = () => setAsked(undefined);
  const done = () => {
    close();
    reload();
  };
  return (
    <Space size={8}>
      <EditButton size="small" onClick={() => setAsked('edit')} aria-label={`修改“${words}”`}>
        修改
      </EditButton>
      <EditButton size="small" onClick={() => setAsked('remove')} aria-label={`删除“${words}”`}>
        删除
      </EditButton>
      {asked === 'edit' && <Edit group={group} onClose={close} onDone={done} />}
      {asked === 'remove' && (
        <Ask
          title={`删除同义词“${words}”`}
          question="之后搜其中一个词，不会再找到只写着另外几个的内容。"
          action="删除"
          danger
          send={() =>
            send(callAt<typeof operatorSynonymRemove>('/api/operator/synonymRemove'), {
              id: group.id,
              version: group.version,
            })
          }
          onDone={() => {
            toast('已删除');
            done();
          }}
          onClose={close}
        />
      )}
    </Space>
  );
}
