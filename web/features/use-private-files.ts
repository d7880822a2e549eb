import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { privateLinks, type PrivateFile, uploadPrivateDocument, uploadPrivateImage } from '../../contract/uploads.ts';
import { send } from '../client/transport.browser.ts';
import { untilRenewal } from './renewal.ts';
import type { Upload } from '../ui/form/uploads.ts';
import { uploader } from './uploads.ts';

/** Milliseconds after which links that could not be had are asked for again by themselves. */
const soon = 60_000;

/** Stands in the place of a picture whose link is not known yet. */
export const blankPicture = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

export interface PrivateFiles {
  /** what can be shown of an address now; undefined before it was asked for, and of what is gone */
  readonly of: (url: string) => PrivateFile | undefined;
  readonly uploadImage: Upload;
  readonly uploadDocument: Upload;
  /** what of the addresses is there is known */
  readonly ready: boolean;
  /** asks again where that could not be found out; undefined where there is nothing to ask */
  readonly retry: (() => void) | undefined;
}

/**
 * One's own private files: their addresses open nothing, so links are asked for what a form holds from before, and kept of
 * what is sent meanwhile. `from` is what was held when the form was opened; `onGone` hears what of it is not there any more.
 */
export function usePrivateFiles(from: readonly string[], onGone?: (urls: readonly string[]) => void): PrivateFiles {
  const [files, setFiles] = useState<ReadonlyMap<string, PrivateFile>>(new Map());
  const [known, setKnown] = useState(false);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const tell = useRef(onGone);
  useLayoutEffect(() => {
    tell.current = onGone;
  });
  const asked = from.join(',');

  const keep = useCallback((more: readonly PrivateFile[]) => {
    setFiles((before) => new Map([...before, ...more.map((file) => [file.url, file] as const)]));
  }, []);

  useEffect(() => {
    if (asked === '') return undefined;
    let over = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      const reply = await send(privateLinks, { urls: asked }, { quiet: true });
      if (over) return;
      setFailed(!reply.ok);
      timer = setTimeout(ask, reply.ok ? untilRenewal(reply.data) : soon);
      if (!reply.ok) return;
      keep(reply.data);
      const there = new Set(reply.data.map(({ url }) => url));
      const gone = asked.split(',').filter((url) => !there.has(url));
      setKnown(true);
      if (gone.length > 0) tell.current?.(gone);
    };
    void ask();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [asked, attempt, keep]);

  return {
    of: (url) => files.get(url),
    ready: known || asked === '',
    retry:
      failed && !known
        ? () => {
            setFailed(false);
            setAttempt((count) => count + 1);
          }
        : undefined,
    uploadImage: uploader(uploadPrivateImage, 'image', (file) => keep([file])),
    uploadDocument: uploader(uploadPrivateDocument, 'document', (file) => keep([file])),
  };
}
