import type { addFollow } from '../../../contract/follows.ts';
import { callAt, send } from '../../client/transport.browser.ts';
import { currentUser, demandLogin } from '../../session.ts';
import { toast } from '../../ui/toast.tsx';

/** What is to be followed; '' or absent for any. */
export interface Wanted {
  stage?: string;
  /** category */
  type?: string;
  region?: string;
}

/** Follows it for the reader, or leads to the sign-in. What went wrong, '' when it is followed now; undefined for a visitor. */
export async function follow({ stage = '', type = '', region = '' }: Wanted): Promise<string | undefined> {
  if (!currentUser()) return void demandLogin();
  const reply = await send(callAt<typeof addFollow>('/api/Follow/add'), { stage, type, region });
  if (!reply.ok) return Object.values(reply.fields)[0] ?? reply.message;
  toast(`已关注“${reply.data.name}”，有新需求会告诉您`);
  return '';
}
