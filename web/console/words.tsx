import { Alert, Button, Modal, Space } from 'antd';
import { useState } from 'react';
import {
  type HeldWord,
  newWordsField,
  type operatorWordAdd,
  type operatorWordList,
  type operatorWordRemove,
  type operatorWordTest,
  testTextField,
} from '../../contract/operator/wording.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { page } from '../portal/route-record.ts';
import { momentText } from '../ui/time.ts';
import { toast } from '../ui/toast.tsx';
import { EditButton } from './content/edit-button.tsx';
import { Ask } from './ui/ask.tsx';
import { FieldItem } from './ui/field-item.tsx';
import type { Filter } from './ui/filters.tsx';
import { FormShell } from './ui/form-shell.tsx';
import { type Column, ListPage, useListReload } from './ui/list-page.tsx';
import type { ListQuery } from './ui/list-query.ts';

export const handle = page({ name: 'console-words', title: '敏感词', ground: 'mist', bare: true, unlisted: true });

const pageSize = 50;

const filters: readonly Filter[] = [{ kind: 'search', name: 'q', label: '搜索敏感词' }];

const load = ({ q = '', page: number }: ListQuery, quiet: boolean) =>
  send(callAt<typeof operatorWordList>('/api/operator/wordList'), { q, page: number, pageSize }, { quiet });

const columns: Column<HeldWord>[] = [
  { title: '敏感词', dataIndex: 'word' },
  { title: '添加', width: 280, render: (_, { addedBy, addTime }) => `${addedBy || '随系统'} ${momentText(addTime)}` },
  { title: '操作', width: 96, render: (_, row) => <Remove row={row} /> },
];

/** Words that hold back what people write until a person has looked at it (feature P-03). */
export default function Words() {
  const [asked, setAsked] = useState<'add' | 'test'>();
  const [version, setVersion] = useState(0);
  return (
    <ListPage
      title="敏感词"
      note="含有这些词的话题、评论、私信和资料会先等审核。加减敏感词只影响之后写的内容：已经公开的不变，正在等待的继续等待。"
      extra={
        <Space>
          <Button onClick={() => setAsked('test')}>检查一段文字</Button>
          <EditButton type="primary" onClick={() => setAsked('add')}>
            添加敏感词
          </EditButton>
        </Space>
      }
      filters={filters}
      columns={columns}
      rowKey={({ id }) => id}
      load={load}
      pageSize={pageSize}
      version={version}
      minWidth={640}
      empty={({ q }) => (q ? `没有含“${q}”的敏感词` : '还没有敏感词')}
    >
      {asked === 'add' && (
        <Ask<{ words?: string }, { added: string[]; known: string[] }>
          title="添加敏感词"
          question="空格、标点、全角和繁体写法会一并认出，不用逐个添加。"
          action="添加"
          send={({ words = '' }) => send(callAt<typeof operatorWordAdd>('/api/operator/wordAdd'), { words })}
          onDone={({ added, known }) => {
            toast(
              [added.length > 0 && `已添加${added.length}个`, known.length > 0 && `${known.length}个原来就有`]
                .filter(Boolean)
                .join('，'),
            );
            setAsked(undefined);
            setVersion((before) => before + 1);
          }}
          onClose={() => setAsked(undefined)}
        >
          <FieldItem name="words" field={newWordsField} autoFocus />
        </Ask>
      )}
      {asked === 'test' && <Test onClose={() => setAsked(undefined)} />}
    </ListPage>
  );
}

function Remove({ row: { id, word } }: { row: HeldWord }) {
  const [asking, setAsking] = useState(false);
  const reload = useListReload();
  return (
    <>
      <EditButton size="small" onClick={() => setAsking(true)} aria-label={`删除“${word}”`}>
        删除
      </EditButton>
      {asking && (
        <Ask
          title={`删除敏感词“${word}”`}
          question="之后写的内容不再因为它等审核；已经在等的仍然要人来决定。"
          action="删除"
          danger
          send={() => send(callAt<typeof operatorWordRemove>('/api/operator/wordRemove'), { id })}
          onDone={() => {
            toast('已删除');
            setAsking(false);
            reload();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** Which words of the list would hold a text back; nothing of it is kept. */
function Test({ onClose }: { onClose: () => void }) {
  const [found, setFound] = useState<{ clean: boolean; words: string[] }>();
  return (
    <Modal open title="检查一段文字" onCancel={onClose} footer={null} width={520}>
      <FormShell<{ text?: string }, { clean: boolean; words: string[] }>
        label="检查一段文字"
        send={({ text = '' }) => send(callAt<typeof operatorWordTest>('/api/operator/wordTest'), { text })}
        onDone={setFound}
        onChange={() => setFound(undefined)}
        action="检查"
      >
        <FieldItem name="text" field={testTextField} autoFocus />
        {found && (
          <Alert
            role="status"
            showIcon
            type={found.clean ? 'success' : 'warning'}
            title={found.clean ? '没有敏感词，会直接公开' : `会等审核，因为有：${found.words.join('、')}`}
            style={{ marginBottom: 16 }}
          />
        )}
      </FormShell>
    </Modal>
  );
}
