import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { Failed } from '../../ui/states.tsx';
import styles from './live-player.module.css';
import { type Attached, attach } from './stream.ts';

/** Loaded when someone is about to watch: the broadcast itself, and its silent preview. */

type State = 'loading' | 'playing' | 'paused' | 'failed';

/** The broadcast with its controls. `onClose` leads back to the cover. */
export function LivePlayer({ address, title, onClose }: { address: string; title: string; onClose: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const attached = useRef<Attached>(undefined);
  const [state, setState] = useState<State>('loading');
  const [muted, setMuted] = useState(false);
  const [full, setFull] = useState(false);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const element = video.current;
    if (!element) return;
    let over = false;
    const fail = () => {
      if (!over) setState('failed');
    };
    setState('loading');
    attach(element, address, fail)
      .then(async (one) => {
        if (over) return one.detach();
        attached.current = one;
        await play(element);
      })
      .catch(fail);
    return () => {
      over = true;
      attached.current?.detach();
      attached.current = undefined;
    };
  }, [address, attempt]);

  useEffect(() => {
    // The button that was pressed is gone: who uses the keyboard goes on here.
    box.current?.focus({ preventScroll: true });
    const onFull = () => setFull(document.fullscreenElement === box.current);
    document.addEventListener('fullscreenchange', onFull);
    return () => document.removeEventListener('fullscreenchange', onFull);
  }, []);

  const toggle = () => {
    const element = video.current;
    if (!element) return;
    if (!element.paused) return element.pause();
    // What has been missed meanwhile is over: a broadcast goes on where it is.
    attached.current?.toLive();
    void play(element);
  };
  const toggleSound = () => {
    if (video.current) video.current.muted = !video.current.muted;
  };
  const toggleFull = () => {
    if (document.fullscreenElement) return void document.exitFullscreen();
    // A phone of Apple's shows only the film itself over the whole screen.
    const film = video.current as (HTMLVideoElement & { webkitEnterFullscreen?: () => void }) | null;
    if (box.current?.requestFullscreen) void box.current.requestFullscreen();
    else film?.webkitEnterFullscreen?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const onButton = event.target instanceof HTMLButtonElement;
    if ((event.key === ' ' || event.key === 'k') && !onButton) toggle();
    else if (event.key === 'm') toggleSound();
    else if (event.key === 'f') toggleFull();
    else return;
    event.preventDefault();
  };

  const plays = state === 'playing' || state === 'loading';
  return (
    <div
      ref={box}
      className={[styles.player, plays && styles.plays].filter(Boolean).join(' ')}
      role="group"
      aria-label={`直播：${title}`}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <video
        ref={video}
        playsInline
        aria-label={title}
        onPlaying={() => setState('playing')}
        onPause={() => setState((before) => (before === 'failed' ? before : 'paused'))}
        onWaiting={() => setState((before) => (before === 'playing' ? 'loading' : before))}
        onEnded={() => setState('failed')}
        onVolumeChange={(event) => setMuted(event.currentTarget.muted)}
        onClick={toggle}
      />
      {state === 'loading' && (
        <p className={styles.busy} role="status">
          <span aria-hidden="true" />
          正在接通直播
        </p>
      )}
      {state === 'failed' ? (
        <div className={styles.fault}>
          <Failed
            text="直播没能播放，可能是网络不稳或者直播刚刚结束"
            onRetry={() => setAttempt((count) => count + 1)}
          />
        </div>
      ) : (
        <div className={styles.controls}>
          <button type="button" aria-label={plays ? '暂停' : '播放'} onClick={toggle}>
            <Icon name={plays ? 'pause' : 'play'} />
          </button>
          <button type="button" aria-label={muted ? '打开声音' : '静音'} onClick={toggleSound}>
            <Icon name={muted ? 'mute' : 'vol'} />
          </button>
          <span className={styles.gap} />
          <button type="button" aria-label={full ? '退出全屏' : '全屏'} onClick={toggleFull}>
            <Icon name="expand" />
          </button>
          <button type="button" aria-label="关闭直播" onClick={onClose}>
            <Icon name="x" />
          </button>
        </div>
      )}
    </div>
  );
}

/** With sound where the browser lets it, else without: it says so, and one press turns it on. */
async function play(video: HTMLVideoElement): Promise<void> {
  try {
    await video.play();
  } catch (error) {
    if ((error as DOMException).name !== 'NotAllowedError') return;
    video.muted = true;
    await video.play().catch(() => {});
  }
}

/** Decoration over the cover: short, silent, over and over. Whatever goes wrong, the cover stays. */
export function LivePreview({ address }: { address: string }) {
  const video = useRef<HTMLVideoElement>(null);
  const [here, setHere] = useState(false);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    let over = false;
    let detach = () => {};
    // React sets muted as a property only later; what is not muted does not start by itself.
    element.muted = true;
    attach(element, address, () => {})
      .then(async (one) => {
        if (over) return one.detach();
        detach = one.detach;
        await element.play();
      })
      .catch(() => {});
    return () => {
      over = true;
      detach();
    };
  }, [address]);
  return (
    <video
      ref={video}
      className={[styles.preview, here && styles.here].filter(Boolean).join(' ')}
      muted
      loop
      playsInline
      disablePictureInPicture
      tabIndex={-1}
      aria-hidden="true"
      onPlaying={() => setHere(true)}
    />
  );
}
