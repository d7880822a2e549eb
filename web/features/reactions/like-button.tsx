import { deferred } from '../../ui/deferred.tsx';
import type { Subject } from './kinds.ts';
import styles from './like-button.module.css';

export interface HeartProps {
  subject: Subject;
  /** as the page says; it carries nobody's own like in particular */
  count: number;
  /** what is liked, for those who cannot see what the heart stands beside */
  name: string;
  /** small stands among counts, normal is a button with a border */
  size?: 'small' | 'normal';
}

const load = async () => ({ default: (await import('./heart.tsx')).Heart });

/**
 * A heart with its count. Flag and count move at once and go back when the call fails (feature H-08), which is said beside it.
 * A visitor is led to the sign-in page and back.
 */
export const LikeButton = deferred<HeartProps>(load, import.meta.env.SSR ? await load() : undefined, [styles]);
