import type { deleteTopic } from '../../../contract/topics.ts';
import { callAt, send } from '../../client/transport.browser.ts';
import { DeleteButton } from '../../ui/delete-button.tsx';

/** Deletes a topic of one's own, after asking. */
export function DeleteTopic({
  id,
  title,
  comments,
  size = 'normal',
  onDeleted,
}: {
  id: string;
  title: string;
  /** how many go with it */
  comments: number;
  size?: 'small' | 'normal';
  onDeleted: () => void;
}) {
  return (
    <DeleteButton
      what={{ counted: '个话题', name: '话题' }}
      size={size}
      said="话题已删除"
      figures={[
        ['标题', title],
        ['评论', `${comments} 条，一起删除`],
      ]}
      remove={() => send(callAt<typeof deleteTopic>('/api/Topic/delete'), { topicId: id })}
      onDeleted={onDeleted}
    >
      <p>删除后谁都看不到，也不能恢复。</p>
    </DeleteButton>
  );
}
