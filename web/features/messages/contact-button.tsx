import { useNavigate } from 'react-router';
import { send } from '../../client/transport.browser.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { messageCalls } from './calls.ts';

/** Leads to the conversation about a demand: with the bidder of `tenderId`, else with the other side. */
export function ContactButton({
  demandNid,
  tenderId,
  label = '联系',
  name,
  tone = 'line',
  size,
}: {
  demandNid: string;
  tenderId?: string;
  label?: string;
  /** whom it leads to, where several stand in a row */
  name?: string;
  tone?: 'line' | 'plain' | 'ghost';
  size?: 'small';
}) {
  const navigate = useNavigate();
  const [busy, once] = useSending();
  async function open() {
    const reply = await once(() => send(messageCalls.open, { demandNid, ...(tenderId && { tenderId }) }));
    if (reply?.ok) await navigate(`/personal/messages/${reply.data.conversationId}`);
    else if (reply) toast(reply.message, 'failure');
  }
  return (
    <Button
      tone={tone}
      size={size}
      icon="comment"
      busy={busy}
      aria-label={name && `${label}${name}`}
      onClick={(event) => {
        event.stopPropagation();
        void open();
      }}
    >
      {label}
    </Button>
  );
}
