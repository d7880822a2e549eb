import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Sends one file; gives its address, or the words to show; `final` when the file itself is refused for good. */
export type Upload = (
  file: File,
  options: { onProgress: (part: number) => void; signal: AbortSignal },
) => Promise<{ ok: true; url: string } | { ok: false; message: string; final?: boolean }>;

/** Said of a field that is sent while files of it are on their way, or did not arrive. @param label what the field is called */
export const unfinished = (label: string): string => `${label}还没有传完，请稍候；传不上去的请移除`;

/** A file on its way, or one that did not arrive. */
export interface Pending {
  readonly id: number;
  readonly file: File;
  /** object address for showing a picture before it has arrived */
  readonly preview: string;
  /** 0..1 */
  readonly part: number;
  readonly error?: string;
  /** sending it again cannot help: the file itself is refused */
  readonly final?: boolean;
}

/** Of a field's files, one that has arrived, or one that stands where it will be once it has. */
export type Placed =
  | { readonly url: string; readonly index: number; readonly item?: undefined }
  | { readonly item: Pending };

export interface Uploads {
  readonly pending: readonly Pending[];
  /** what has arrived and what is pending, in the order in which all of it will stand */
  readonly placed: readonly Placed[];
  /** takes as many as still fit; the others are named in `refused` */
  add: (files: Iterable<File>) => void;
  retry: (id: number) => void;
  drop: (id: number) => void;
  readonly refused: string | undefined;
}

let last = 0;

/** By address, the number under which a file was picked here; what stood there before has none. */
type Picked = ReadonlyMap<string, number>;

/** Where a file stands: before the first of those that were picked after it. */
function placeOf(id: number, value: readonly string[], picked: Picked): number {
  const later = value.findIndex((url) => (picked.get(url) ?? 0) > id);
  return later === -1 ? value.length : later;
}

/**
 * Files that are being uploaded beside those that have arrived (`value`). Each has its own progress; one that failed
 * stays with its error until it is tried again or dropped, and the others are not touched. They stand in the order in
 * which they were picked, whichever arrives first.
 */
export function useUploads(options: {
  value: readonly string[];
  onChange: (value: string[]) => void;
  max: number;
  upload: Upload;
  /** said when more files came than fit */
  tooMany: string;
  /** how many are on their way or failed, and the names of those refused for good: a form must not be sent past them */
  onPending?: (count: number, refused: readonly string[]) => void;
}): Uploads {
  const [pending, setPending] = useState<readonly Pending[]>([]);
  const [refused, setRefused] = useState<string>();
  const [picked, setPicked] = useState<Picked>(new Map());
  const current = useRef(options);
  const arrived = useRef(options.value);
  const numbers = useRef(picked);
  useLayoutEffect(() => {
    current.current = options;
    arrived.current = options.value;
  });
  const aborts = useRef(new Map<number, AbortController>());

  // Leaving the page ends what is under way.
  useEffect(() => {
    const running = aborts.current;
    return () => running.forEach((abort) => abort.abort());
  }, []);

  const count = pending.length;
  // A file's name holds no slash.
  const final = pending.flatMap((item) => (item.final ? [item.file.name] : [])).join('/');
  useEffect(() => {
    current.current.onPending?.(count, final === '' ? [] : final.split('/'));
  }, [count, final]);

  const change = (id: number, part: Partial<Pending>) =>
    setPending((before) => before.map((item) => (item.id === id ? { ...item, ...part } : item)));

  const remove = (id: number) =>
    setPending((before) => {
      const gone = before.find((item) => item.id === id);
      if (gone) URL.revokeObjectURL(gone.preview);
      return before.filter((item) => item.id !== id);
    });

  async function run(item: Pending) {
    const abort = new AbortController();
    aborts.current.set(item.id, abort);
    const reply = await current.current.upload(item.file, {
      onProgress: (part) => change(item.id, { part }),
      signal: abort.signal,
    });
    aborts.current.delete(item.id);
    if (abort.signal.aborted) return;
    if (reply.ok) {
      // Two that arrive in one tick must both stay, each in its place.
      arrived.current = arrived.current.toSpliced(placeOf(item.id, arrived.current, numbers.current), 0, reply.url);
      numbers.current = new Map(numbers.current).set(reply.url, item.id);
      setPicked(numbers.current);
      current.current.onChange([...arrived.current]);
      remove(item.id);
    } else change(item.id, { error: reply.message, final: reply.final });
  }

  const placed = options.value.map((url, index): Placed => ({ url, index }));
  // The last first, so that each is put before those that are there already.
  for (const item of pending.toReversed()) placed.splice(placeOf(item.id, options.value, picked), 0, { item });

  return {
    pending,
    placed,
    refused,
    add: (files) => {
      const all = [...files];
      const free = current.current.max - current.current.value.length - pending.length;
      setRefused(all.length > free ? current.current.tooMany : undefined);
      const items = all.slice(0, Math.max(0, free)).map((file): Pending => {
        last += 1;
        return { id: last, file, preview: URL.createObjectURL(file), part: 0 };
      });
      setPending((before) => [...before, ...items]);
      for (const item of items) void run(item);
    },
    retry: (id) => {
      const item = pending.find((one) => one.id === id);
      if (!item) return;
      change(id, { error: undefined, part: 0 });
      void run(item);
    },
    drop: (id) => {
      aborts.current.get(id)?.abort();
      aborts.current.delete(id);
      remove(id);
      setRefused(undefined);
    },
  };
}
