import type { Reply } from '../../contract/call.ts';
import { errorKinds } from '../../contract/errors.ts';
import {
  beginUpload,
  confirmUpload,
  partBytes,
  refusedUnsent,
  uploadPart,
  uploadState,
} from '../../contract/uploads.ts';
import { ownPlace } from '../client/own-place.ts';
import { send } from '../client/transport.browser.ts';
import type { Upload } from '../ui/form/uploads.ts';

/** Milliseconds after which a part that did not get through is tried again by itself; then its person decides. */
const pauses = [600, 2000];

/** On this device a file is known by these: the same one chosen again, after a reload or a sign-in, goes on. */
const placeOf = ({ name, size, lastModified }: File) => ownPlace(`omo.draft.upload.${size}.${lastModified}.${name}`);

const remembered = {
  read(file: File): string | null {
    try {
      return localStorage.getItem(placeOf(file));
    } catch {
      return null;
    }
  },
  put(file: File, id: string | undefined): void {
    try {
      if (id === undefined) localStorage.removeItem(placeOf(file));
      else localStorage.setItem(placeOf(file), id);
    } catch {
      // Without a place to remember it the upload begins anew after a reload.
    }
  },
};

const waited = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const broken = (reply: Reply<unknown>) => !reply.ok && reply.code === 0;
const gone = (reply: Reply<unknown>) => !reply.ok && reply.code === errorKinds.not_found.code;

/** Tries again what the network lost, as long as nobody has given the upload up. */
async function patiently<R extends Reply<unknown>>(attempt: () => Promise<R>, signal: AbortSignal): Promise<R> {
  let reply = await attempt();
  for (const pause of pauses) {
    if (!broken(reply) || signal.aborted) break;
    await waited(pause);
    if (!signal.aborted) reply = await attempt();
  }
  return reply;
}

/** The upload that this file is part of already, as far as it has come; else a new one. */
async function opened(file: File, signal: AbortSignal) {
  const before = remembered.read(file);
  if (before) {
    const state = await patiently(() => send(uploadState, { id: before }, { signal, quiet: true }), signal);
    if (state.ok && state.data.bytes === file.size) return state;
    if (broken(state)) return state;
    remembered.put(file, undefined);
  }
  const { name, size } = file;
  const begun = await patiently(
    () => send(beginUpload, { kind: 'video', name, bytes: size }, { signal, quiet: true }),
    signal,
  );
  if (begun.ok) remembered.put(file, begun.data.id);
  return begun;
}

/**
 * Sends one film in parts. What breaks off is gone on with where it was: by itself while it is short, else when it is tried
 * again, also after a reload, with the same file.
 */
export const sendVideo: Upload = async (file, { onProgress, signal }) => {
  const unsent = refusedUnsent('video', file);
  if (unsent !== undefined) return { ok: false, message: unsent, final: true };
  const begun = await opened(file, signal);
  if (!begun.ok) return refused(begun, 0);
  const { id } = begun.data;
  let { offset } = begun.data;
  onProgress(offset / file.size);
  while (offset < file.size) {
    const from = offset;
    const part = file.slice(from, from + partBytes);
    const of = { from, bytes: file.size };
    const reply = await patiently(
      () => send(uploadPart, { id, offset: from }, { file: part, of, signal, onProgress, quiet: true }),
      signal,
    );
    if (!reply.ok) {
      if (gone(reply)) remembered.put(file, undefined);
      return refused(reply, from / file.size);
    }
    ({ offset } = reply.data);
    onProgress(offset / file.size);
  }
  const stored = await patiently(() => send(confirmUpload, { id }, { signal }), signal);
  if (!stored.ok) {
    if (stored.code === errorKinds.wrong_file.code || gone(stored)) remembered.put(file, undefined);
    return refused(stored, 1);
  }
  remembered.put(file, undefined);
  return { ok: true, url: stored.data.url };
};

function refused(reply: Extract<Reply<never>, { ok: false }>, part: number) {
  const final = reply.code === errorKinds.wrong_file.code;
  const message = broken(reply) ? `连接断了，已传 ${Math.round(part * 100)}%，可以接着传` : reply.message;
  return { ok: false as const, message, final };
}
