import { type ReactNode, useState } from 'react';
import type { Reply } from '../../contract/call.ts';
import { errorKinds } from '../../contract/errors.ts';
import { Button } from './button.tsx';
import { Confirm } from './dialog.tsx';
import { toast } from './toast.tsx';
import { useSending } from './use-sending.ts';

/** A button that takes something of one's own away, after asking. What was gone before counts as taken away. */
export function DeleteButton({
  what,
  size = 'small',
  said,
  figures,
  children,
  remove,
  onDeleted,
}: {
  /** 评论, 话题: as the question and its answer name it */
  what: { counted: string; name: string };
  size?: 'small' | 'normal';
  /** afterwards, where the page does not show by itself that it is gone */
  said?: string;
  /** what goes with it, see Confirm */
  figures?: readonly (readonly [label: string, value: ReactNode])[];
  /** what it means, under the question */
  children: ReactNode;
  remove: () => Promise<Reply<unknown>>;
  onDeleted: () => void;
}) {
  const [asking, setAsking] = useState(false);
  const [error, setError] = useState<string>();
  const [busy, once] = useSending();
  async function confirm() {
    setError(undefined);
    const reply = await once(remove);
    if (!reply) return;
    if (!reply.ok && reply.code !== errorKinds.not_found.code) return setError(reply.message);
    setAsking(false);
    if (said) toast(said);
    onDeleted();
  }
  return (
    <>
      <Button tone="ghost" size={size} onClick={() => setAsking(true)}>
        删除
      </Button>
      <Confirm
        open={asking}
        title={`删除这${what.counted}？`}
        action={`删除${what.name}`}
        danger
        busy={busy}
        error={error}
        figures={figures}
        onConfirm={() => void confirm()}
        onClose={() => setAsking(false)}
      >
        {children}
      </Confirm>
    </>
  );
}
