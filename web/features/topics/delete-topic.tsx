import { useState } from 'react';
import type { deleteTopic } from '../../../contract/topics.ts';
import { callAt, send } from '../../client/transport.browser.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';

/** Deletes a topic of one's own, after asking. */
export function DeleteTopic({
  id,
  title,
  comments,
  size,
  onDeleted,
}: {
  id: string;
  title: string;
  /** how many go with it */
  comments: number;
  size?: 'small' | 'normal';
  onDeleted: () => void;
}) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  async function remove() {
    setBusy(true);
    setError(undefined);
    const reply = await send(callAt<typeof deleteTopic>('/api/Topic/delete'), { topicId: id });
    setBusy(false);
    // It may be gone already, from another window.
    if (!reply.ok && reply.code !== 1004) return setError(reply.message);
    setAsking(false);
    toast('话题已删除');
    onDeleted();
  }
  return (
    <>
      <Button tone="ghost" size={size} onClick={() => setAsking(true)}>
        删除
      </Button>
      <Confirm
        open={asking}
        title="删除这个话题？"
        action="删除话题"
        danger
        busy={busy}
        error={error}
        figures={[
          ['标题', title],
          ['评论', `${comments} 条，一起删除`],
        ]}
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      >
        <p>删除后谁都看不到，也不能恢复。</p>
      </Confirm>
    </>
  );
}
