import { useCallback, useEffect, useRef, useState } from 'react';
import { type Draft, type FormValues, readDraft, writeDraft } from './draft.ts';

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
  /** found on this device when the form was opened */
  readonly restored: boolean;
  /** forgets the draft and empties the form */
  readonly discard: () => void;
}

/**
 * A form's values, stored as one types: after a short pause, and at once when the page is hidden, which is the last a
 * phone says before it drops a page. Reads the device when first rendered: not for server rendering.
 */
export function useDraft(key: string, empty: FormValues): DraftState {
  const [found] = useState(() => readDraft(localStorage, key, Date.now()));
  const [values, setValues] = useState<FormValues>(() => ({ ...empty, ...found?.values }));
  const [requestId, setRequestId] = useState(() => found?.requestId ?? crypto.randomUUID());
  const [savedAt, setSavedAt] = useState(found?.savedAt);
  const [unsaved, setUnsaved] = useState(false);
  const [restored, setRestored] = useState(found !== undefined);
  const latest = useRef({ values, requestId, dirty: false });

  const save = useCallback(() => {
    if (!latest.current.dirty) return;
    const draft: Draft = { values: latest.current.values, savedAt: Date.now(), requestId: latest.current.requestId };
    const stored = writeDraft(localStorage, key, draft);
    latest.current.dirty = false;
    setUnsaved(!stored);
    if (stored) setSavedAt(draft.savedAt);
  }, [key]);

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
    const timer = setTimeout(save, pause);
    return () => clearTimeout(timer);
  }, [values, save]);

  return {
    values,
    savedAt,
    unsaved,
    restored,
    requestId,
    change: (name, value) => {
      latest.current = { ...latest.current, values: { ...latest.current.values, [name]: value }, dirty: true };
      setValues(latest.current.values);
    },
    discard: () => {
      latest.current = { values: empty, requestId: crypto.randomUUID(), dirty: false };
      localStorage.removeItem(key);
      setRequestId(latest.current.requestId);
      setValues(empty);
      setSavedAt(undefined);
      setRestored(false);
    },
  };
}
