import { type RefObject, useEffect, useState } from 'react';
import { waiting } from '../client/waiting.ts';

/**
 * Brings those who had to sign in first back to the button they had pressed: `leave` remembers that they pressed it, and
 * the form that opens with them signed in shows it and gives it the focus.
 */
export function useReturn(form: RefObject<HTMLFormElement | null>, key: string, signedIn: boolean): () => void {
  const [back] = useState(() => signedIn && waiting.read(`return.${key}`) !== '');
  useEffect(() => {
    if (!back) return;
    waiting.put(`return.${key}`, '');
    const button = [...(form.current?.querySelectorAll<HTMLElement>('button[type=submit]') ?? [])].at(-1);
    button?.scrollIntoView({ block: 'center' });
    button?.focus({ preventScroll: true });
  }, [form, key, back]);
  return () => waiting.put(`return.${key}`, '1');
}
