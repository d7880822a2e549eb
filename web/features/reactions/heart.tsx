import { useEffect, useRef, useState } from 'react';
import { send } from '../../client/transport.browser.ts';
import { waiting } from '../../client/waiting.ts';
import { currentUser, demandLogin } from '../../session.ts';
import { useHydrated } from '../../ui/hydrated.ts';
import { Icon } from '../../ui/icon.tsx';
import { shortCount } from '../../ui/time.ts';
import { liking } from './kinds.ts';
import type { HeartProps } from './like-button.tsx';
import styles from './like-button.module.css';
import { setFlag, useLiked } from './likes.ts';
import { readLikes } from './read.ts';

export function Heart({ subject, count, name, size = 'small' }: HeartProps) {
  const hydrated = useHydrated();
  const { kind, id } = subject;
  const liked = useLiked(kind, id);
  // What was pressed holds until the page itself says another number.
  const [own, setOwn] = useState<{ id: string; base: number; count: number }>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const shown = own && own.id === id && own.base === count ? own.count : count;

  // Who had to sign in first is brought back to what they had pressed.
  const button = useRef<HTMLButtonElement>(null);
  const key = `like.${kind}.${id}`;
  useEffect(() => {
    if (!hydrated || !currentUser() || waiting.read(key) === '') return;
    waiting.put(key, '');
    button.current?.scrollIntoView({ block: 'center' });
    button.current?.focus({ preventScroll: true });
  }, [hydrated, key]);

  // It lies over what stands above; nobody has to put it away.
  useEffect(() => {
    if (!error) return;
    const timer = setTimeout(() => setError(undefined), 6000);
    return () => clearTimeout(timer);
  }, [error]);

  async function press() {
    if (busy) return;
    if (!currentUser()) {
      waiting.put(key, '1');
      return demandLogin();
    }
    const ready = liking(subject, !liked);
    if (!ready) return;
    const before = { liked, own };
    const put = (to: number) => setOwn({ id, base: count, count: Math.max(0, to) });
    setError(undefined);
    setBusy(true);
    setFlag(kind, id, !liked);
    put(shown + (liked ? -1 : 1));
    const reply = await send(ready.call, ready.input);
    setBusy(false);
    if (reply.ok) {
      // Others have pressed meanwhile, or it was liked already from another device.
      const now = readLikes(reply.data as Record<string, unknown>);
      if (now !== undefined) put(now);
      return;
    }
    setFlag(kind, id, before.liked);
    setOwn(before.own);
    setError(reply.message || '没有成功，请再试一次');
  }

  return (
    <span className={styles.like}>
      <button
        ref={button}
        type="button"
        className={[styles.button, styles[size], liked && styles.on].filter(Boolean).join(' ')}
        disabled={!hydrated}
        aria-pressed={liked}
        aria-busy={busy || undefined}
        aria-label={`喜欢 ${name}，${shown} 人喜欢`}
        title={`喜欢 ${shown}`}
        onClick={() => void press()}
      >
        <Icon name="heart" size="small" />
        <span>{shortCount(shown)}</span>
      </button>
      {error && (
        <span className={styles.error} role="alert">
          {error}
        </span>
      )}
    </span>
  );
}
