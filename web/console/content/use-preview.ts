import { useHref } from 'react-router';
import type { operatorContentPreview } from '../../../contract/operator/content.ts';
import type { operatorPresalePreview } from '../../../contract/operator/presale.ts';
import { callAt, send } from '../../client/transport.browser.ts';
import { toast } from '../../ui/toast.tsx';

const calls = {
  content: callAt<typeof operatorContentPreview>('/api/operator/contentPreview'),
  presale: callAt<typeof operatorPresalePreview>('/api/operator/presalePreview'),
};

/** Opens the page as it will be, beside this one. */
export function usePreview(of: keyof typeof calls): (id: string) => Promise<void> {
  const base = useHref('/').replace(/\/$/, '');
  return async (id) => {
    const reply = await send(calls[of], { id });
    if (!reply.ok) return toast(reply.message, 'failure');
    if (!window.open(base + reply.data.path, '_blank')) toast('浏览器拦住了新窗口，请允许弹出窗口后再试', 'failure');
  };
}
