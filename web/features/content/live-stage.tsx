import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { Picture } from '../../ui/picture.tsx';
import { momentText } from '../../ui/time.ts';
import { toast } from '../../ui/toast.tsx';
import styles from './live-block.module.css';
import type { LivePlayer, LivePreview } from './live-player.tsx';

export interface LiveFacts {
  title: string;
  host: string;
  img: string;
  /** '' where there is none */
  breviaryLiveUrl: string;
  /** '' while nothing is on air */
  liveUrl: string;
  /** seconds since 1970, 0 when none is announced */
  startTime: number;
}

interface Player {
  LivePlayer: typeof LivePlayer;
  LivePreview: typeof LivePreview;
}

/** Whether a film may begin by itself: not for who asked for less motion, or pays by the byte. */
function mayMove(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData !== true && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** The cover of a broadcast, and on a press the broadcast. Nothing of the player is loaded before. */
export function LiveStage({ live }: { live: LiveFacts }) {
  const { title, host, img, liveUrl, breviaryLiveUrl, startTime } = live;
  const stage = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [playing, setPlaying] = useState(false);
  const [previewing, setPreviewing] = useState(false);
  const [player, setPlayer] = useState<Player>();
  const onAir = liveUrl !== '';

  useEffect(() => {
    const element = stage.current;
    // Where there is a pointer, pointing begins the preview; elsewhere coming into view does.
    if (!element || breviaryLiveUrl === '' || matchMedia('(hover: hover)').matches || !mayMove()) return;
    const watcher = new IntersectionObserver((entries) => setPreviewing(entries.at(-1)?.isIntersecting ?? false), {
      threshold: 0.7,
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [breviaryLiveUrl]);

  useEffect(() => {
    if (!onAir || player || (!previewing && !playing)) return;
    import('./live-player.tsx')
      .then((loaded) => setPlayer(loaded))
      .catch(() => {
        if (playing) toast('播放器没能加载，请检查网络后再试', 'warning');
        setPlaying(false);
        setPreviewing(false);
      });
  }, [onAir, player, previewing, playing]);

  const begin = () => {
    if (onAir && breviaryLiveUrl !== '' && mayMove()) setPreviewing(true);
  };
  const close = () => {
    setPlaying(false);
    requestAnimationFrame(() => button.current?.focus());
  };
  return (
    <div
      ref={stage}
      className={styles.player}
      onPointerEnter={(event) => event.pointerType === 'mouse' && begin()}
      onPointerLeave={(event) => event.pointerType === 'mouse' && setPreviewing(false)}
      onFocus={begin}
      onBlur={() => setPreviewing(false)}
    >
      <Picture src={img} alt="" sizes="(max-width: 767px) 100vw, 45vw" widest={870} />
      {player && previewing && !playing && onAir && <player.LivePreview address={breviaryLiveUrl} />}
      <span className={onAir ? styles.onair : styles.soon}>{onAir ? '直播中' : startTime > 0 ? '预告' : '未开播'}</span>
      <div className={styles.caption}>
        <h3>{title}</h3>
        <p>
          {host}
          {!onAir && (startTime > 0 ? ` · ${momentText(startTime)} 开播` : ' · 下一场时间待定')}
        </p>
      </div>
      {onAir && !(playing && player) && (
        <button
          ref={button}
          type="button"
          className={styles.play}
          aria-label={`播放直播：${title}`}
          aria-busy={playing || undefined}
          onClick={() => setPlaying(true)}
        >
          <span>
            <Icon name="play" />
          </span>
        </button>
      )}
      {player && playing && onAir && <player.LivePlayer address={liveUrl} title={title} onClose={close} />}
    </div>
  );
}
