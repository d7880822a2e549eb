import { useHref } from 'react-router';
import type { operatorContentPreview } from '../../../contract/operator/content.ts';
import { callAt, send } from '../../client/transport.browser.ts';
import { toast } from '../../ui/toast.tsx';

/** Opens the page as it will be, beside this one. */
export function usePreview(): (id: string) => Promise<void> {
  const base = useHref('/').replace(/\/$/, '');
  return async (id) => {
    const reply = await send(callAt<typeof operatorContentPreview>('/api/operator/contentPreview'), { id });
    if (!reply.ok) return toast(reply.message, 'failure');
    if (!window.open(base + reply.data.path, '_blank')) toast('浏览器拦住了新窗口，请允许弹出窗口后再试', 'failure');
  };
}
