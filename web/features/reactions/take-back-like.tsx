import type { takeBackLike } from '../../../contract/reactions.ts';
import type { SubjectKind } from '../../../contract/subjects.ts';
import { callAt, send } from '../../client/transport.browser.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { setFlag } from './likes.ts';

/** Takes a like back from the list of one's likes; the heart on the thing's own page follows. */
export function TakeBackLike({
  kind,
  id,
  name,
  onDone,
}: {
  kind: SubjectKind;
  id: string;
  name: string;
  onDone: () => void;
}) {
  const [busy, once] = useSending();
  async function take() {
    const reply = await once(() => send(callAt<typeof takeBackLike>('/api/Reaction/takeBackLike'), { kind, id }));
    if (!reply) return;
    if (!reply.ok) return toast(reply.message, 'failure');
    setFlag(kind, id, false);
    toast('已取消喜欢');
    onDone();
  }
  return (
    <Button
      tone="ghost"
      size="small"
      icon="heart"
      busy={busy}
      aria-label={`取消喜欢 ${name}`}
      onClick={() => void take()}
    >
      取消喜欢
    </Button>
  );
}
