import { type ReactNode, useState } from 'react';
import styles from './clip.module.css';
import { useHydrated } from './hydrated.ts';
import { Icon } from './icon.tsx';

/** The one that plays: another that starts silences it. */
let playing: HTMLVideoElement | undefined;

/**
 * A short film that plays where it stands. Until then it is its picture with one button: nothing of the film is loaded
 * before somebody asks for it. One that cannot be played goes back to being a picture, and says so. Fills its box.
 */
export function Clip({
  src,
  poster,
  label,
  children,
}: {
  /** '' for none: the picture alone */
  src: string;
  /** address of a picture to stand in the player until the film has begun */
  poster?: string;
  /** what the film shows */
  label: string;
  /** the picture */
  children: ReactNode;
}) {
  const hydrated = useHydrated();
  const [state, setState] = useState<'still' | 'playing' | 'broken'>('still');
  if (state === 'playing')
    return (
      <video
        className={styles.film}
        ref={(film) => film?.focus()}
        controls
        autoPlay
        playsInline
        preload="none"
        poster={poster}
        src={src}
        aria-label={label}
        tabIndex={0}
        onPlay={({ currentTarget }) => {
          if (playing && playing !== currentTarget) playing.pause();
          playing = currentTarget;
        }}
        onError={() => setState('broken')}
      />
    );
  const words = (
    <>
      <Icon name="play" />
      <span className="sr">播放视频：{label}</span>
    </>
  );
  return (
    <>
      {children}
      {src !== '' && state === 'still' && (
        <span className={styles.over}>
          {hydrated ? (
            <button type="button" className={styles.play} onClick={() => setState('playing')}>
              {words}
            </button>
          ) : (
            // Without scripts the browser plays it on a page of its own.
            <a className={styles.play} href={src}>
              {words}
            </a>
          )}
        </span>
      )}
      {state === 'broken' && (
        <span className={styles.broken} role="status">
          <Icon name="warn" size="small" />
          视频没能播放
        </span>
      )}
    </>
  );
}
