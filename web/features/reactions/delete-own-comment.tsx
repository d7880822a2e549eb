import type { deleteComment } from '../../../contract/reactions.ts';
import { callAt, send } from '../../client/transport.browser.ts';
import { DeleteButton } from '../../ui/delete-button.tsx';

/** Deletes a comment of one's own, after asking. `content` is shown where it does not stand beside the button. */
export function DeleteOwnComment({
  id,
  content,
  said,
  onDeleted,
}: {
  id: string;
  content?: string;
  said?: string;
  onDeleted: () => void;
}) {
  return (
    <DeleteButton
      what={{ counted: '条评论', name: '评论' }}
      said={said}
      remove={() => send(callAt<typeof deleteComment>('/api/Reaction/deleteComment'), { id })}
      onDeleted={onDeleted}
    >
      {content && <p className="clip2">{content}</p>}
      <p>删除后谁都看不到，也不能恢复。</p>
    </DeleteButton>
  );
}
