import type { noticesAfter, readNotices } from '../../../contract/notices.ts';
import type { NoticeGroup } from '../../../contract/notice-kinds.ts';
import { onLive } from '../../client/live.ts';
import { callAt, send } from '../../client/transport.browser.ts';
import { currentUser } from '../../session.ts';
import { heard, nothingHeard, unreadText } from './heard.ts';

const after = callAt<typeof noticesAfter>('/api/Notice/after');
const read = callAt<typeof readNotices>('/api/Notice/read');

/** shown in the panel */
const shown = 10;

/** Another one from the end of each watch on: what was asked for whoever read here before is heard by nobody. */
let reader: { asking?: Promise<void>; again: boolean } = { again: false };

/** Tells, once a reply has come, whether it is still for whoever reads here. */
function stillTheSame(): () => boolean {
  const [own, token] = [reader, currentUser()?.token];
  return () => reader === own && currentUser()?.token === token;
}

/** Asks for what came after the newest that is known. What is told while it asks is asked for once more, afterwards. */
export function askNotices(): Promise<void> {
  const own = reader;
  own.again = own.asking !== undefined;
  own.asking ??= (async () => {
    do {
      own.again = false;
      while (await askOnce());
    } while (own.again && reader === own);
    own.asking = undefined;
  })();
  return own.asking;
}

/** Whether there is more to be asked for at once. */
async function askOnce(): Promise<boolean> {
  const before = heard.get();
  const same = stillTheSame();
  const reply = await send(after, before.known ? { after: String(before.seq) } : {}, { quiet: true });
  if (!same()) return false;
  if (!reply.ok) {
    heard.set((now) => ({ ...now, failed: true }));
    return false;
  }
  const { items, more, seq, unread } = reply.data;
  // Read on another page: which of them, only the whole tells.
  if (before.known && items.length === 0 && unread !== before.unread) {
    heard.set(({ items: old, seq: last }) => ({ known: false, failed: false, unread, seq: last, items: old }));
    return true;
  }
  const newest = before.known ? items.toReversed() : items;
  const ids = new Set(newest.map(({ id }) => id));
  heard.set((now) => ({
    known: true,
    failed: false,
    unread,
    seq,
    items: before.known
      ? [...newest, ...now.items.filter(({ id }) => !ids.has(id))].slice(0, shown)
      : newest.slice(0, shown),
  }));
  return more;
}

/** Marks one as read, or all (of a group) up to the newest that is known. Gives false when it did not go. */
export async function markNotices(which: { id: string } | { group?: NoticeGroup }): Promise<boolean> {
  const { seq } = heard.get();
  const same = stillTheSame();
  const reply = await send(read, 'id' in which ? which : { seq: String(seq), group: which.group ?? '' }, {
    quiet: true,
  });
  if (!reply.ok) return false;
  if (!same()) return true;
  const isRead = (item: { id: string; group: NoticeGroup }) =>
    'id' in which ? item.id === which.id : which.group === undefined || item.group === which.group;
  heard.set((now) => ({
    ...now,
    unread: reply.data.unread,
    items: now.items.map((item) => (isRead(item) ? { ...item, read: true } : item)),
  }));
  return true;
}

/** A page that lies in the background says in its tab how much waits. */
function retitle(): void {
  const plain = document.title.replace(/^\(\d+\+?\) /, '');
  const { unread } = heard.get();
  const title = document.hidden && unread > 0 ? `(${unreadText(unread)}) ${plain}` : plain;
  if (title !== document.title) document.title = title;
}

/** Keeps {@link heard} up to date for whoever is signed in, until the given function is called. */
export function watchNotices(): () => void {
  void askNotices();
  const offLive = onLive((topic) => {
    if (topic === null || topic.startsWith('notice/')) void askNotices();
  });
  const offTitle = heard.subscribe(retitle);
  document.addEventListener('visibilitychange', retitle);
  return () => {
    offLive();
    offTitle();
    document.removeEventListener('visibilitychange', retitle);
    reader = { again: false };
    heard.set(nothingHeard);
    retitle();
  };
}
