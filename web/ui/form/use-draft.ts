import { useCallback, useEffect, useRef, useState } from 'react';
import { ownPlace } from '../../client/own-place.ts';
import { type Draft, type FormValues, takeDraft, writeDraft } from './draft.ts';

/** Milliseconds of silence after which what was typed is stored. */
const pause = 400;

export interface DraftState {
  readonly values: FormValues;
  readonly change: (key: string, value: string | readonly string[]) => void;
  readonly requestId: string;
  /** milliseconds since 1970; undefined before anything was stored */
  readonly savedAt: number | undefined;
  /** the device refuses to store: the form works, but is lost on reload */
  readonly unsaved: boolean;
  /** the same form is being typed in in another window: what is stored is whichever was typed last */
  readonly elsewhere: boolean;
  /** found on this device when the form was opened */
  readonly restored: boolean;
  /** forgets the draft and empties the form */
  readonly discard: () => void;
  /** makes another form of it that holds the same; gives the new `requestId` */
  readonly renew: () => string;
}

/**
 * A form's values, stored as one types: after a short pause, and at once when the page is hidden, which is the last a
 * phone says before it drops a page. It belongs to whoever is signed in when the form opens. Reads the device when first rendered: not for server rendering.
 */
export function useDraft(key: string, empty: FormValues): DraftState {
  const [owner] = useState(() => ownPlace(''));
  const place = key + owner;
  const [found] = useState(() => takeDraft(localStorage, place, key, Date.now()));
  const [values, setValues] = useState<FormValues>(() => ({ ...empty, ...found?.values }));
  const [requestId, setRequestId] = useState(() => found?.requestId ?? crypto.randomUUID());
  const [savedAt, setSavedAt] = useState(found?.savedAt);
  const [unsaved, setUnsaved] = useState(false);
  const [restored, setRestored] = useState(found !== undefined);
  const [elsewhere, setElsewhere] = useState(false);
  const latest = useRef({ values, requestId, dirty: false, touched: false });

  const save = useCallback(() => {
    if (!latest.current.dirty) return;
    const draft: Draft = { values: latest.current.values, savedAt: Date.now(), requestId: latest.current.requestId };
    const stored = writeDraft(localStorage, place, draft);
    latest.current.dirty = false;
    setUnsaved(!stored);
    if (stored) setSavedAt(draft.savedAt);
  }, [place]);

  useEffect(() => {
    const hide = () => document.visibilityState === 'hidden' && save();
    document.addEventListener('visibilitychange', hide);
    window.addEventListener('pagehide', save);
    return () => {
      document.removeEventListener('visibilitychange', hide);
      window.removeEventListener('pagehide', save);
      save();
    };
  }, [save]);

  useEffect(() => {
    // Told of what other windows store, and of nothing that this one does.
    const heard = (event: StorageEvent) => {
      if (event.key !== place) return;
      setElsewhere(event.newValue !== null);
      // Sent or thrown away over there: what was typed here is not, and is kept again.
      if (event.newValue !== null || !latest.current.touched) return;
      latest.current.dirty = true;
      save();
    };
    window.addEventListener('storage', heard);
    return () => window.removeEventListener('storage', heard);
  }, [place, save]);

  useEffect(() => {
    const timer = setTimeout(save, pause);
    return () => clearTimeout(timer);
  }, [values, save]);

  return {
    values,
    savedAt,
    unsaved,
    elsewhere,
    restored,
    requestId,
    change: (name, value) => {
      const typed = { ...latest.current.values, [name]: value };
      latest.current = { ...latest.current, values: typed, dirty: true, touched: true };
      setValues(latest.current.values);
    },
    discard: () => {
      latest.current = { values: empty, requestId: crypto.randomUUID(), dirty: false, touched: false };
      localStorage.removeItem(place);
      setRequestId(latest.current.requestId);
      setValues(empty);
      setSavedAt(undefined);
      setRestored(false);
    },
    renew: () => {
      latest.current = { ...latest.current, requestId: crypto.randomUUID(), dirty: true };
      setRequestId(latest.current.requestId);
      save();
      return latest.current.requestId;
    },
  };
}
