import { useEffect, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { Icon } from '../icon.tsx';
import { FilePicker } from './file-picker.tsx';
import form from './form.module.css';
import type { ControlProps } from './text-control.tsx';
import { type Upload, useUploads } from './uploads.ts';
import styles from './video-control.module.css';

export interface FilmMeans {
  /** goes on where it broke off when it is tried again */
  readonly uploadVideo: Upload;
  /** a picture out of a film: of a file, or where a player stands; undefined where this browser cannot */
  readonly takeStill: (from: File | HTMLVideoElement) => Promise<File | undefined>;
}

interface VideoProps extends ControlProps<string>, FilmMeans {
  uploadImage: Upload;
  thumb: (url: string) => string;
  /** address of the picture that stands for the film until it begins; '' for none */
  poster: string;
  onPoster: (url: string) => void;
  onPending?: (count: number) => void;
}

const pictures = ['.jpg', '.jpeg', '.png', '.webp'];
const nothing = () => undefined;
const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** One film with its progress and the picture that stands for it. Stands in a group frame. */
export function VideoControl({
  id,
  value,
  onChange,
  error,
  uploadVideo,
  takeStill,
  uploadImage,
  thumb,
  poster,
  onPoster,
  onPending,
}: VideoProps) {
  const input = useRef<HTMLInputElement>(null);
  const player = useRef<HTMLVideoElement>(null);
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);

  const [films, setFilms] = useState(0);
  const told = useRef(onPending);
  useEffect(() => {
    told.current = onPending;
  });
  // What is on its way of the still counts as of the film itself.
  const pending = films + (busy ? 1 : 0);
  useEffect(() => told.current?.(pending), [pending]);

  // A still belongs to the film that is there: another one, or none, leaves it behind.
  const still = useRef<AbortController>(undefined);
  useEffect(() => () => still.current?.abort(), []);

  function leaveStill() {
    still.current?.abort();
    setBusy(false);
  }

  async function keepStill(take: () => Promise<File | undefined>, failed: string) {
    still.current?.abort();
    const own = new AbortController();
    still.current = own;
    setBusy(true);
    setNote('');
    const file = await take();
    if (own.signal.aborted) return;
    const reply = file && (await uploadImage(file, { onProgress: nothing, signal: own.signal }));
    if (own.signal.aborted) return;
    if (reply?.ok) onPoster(reply.url);
    else setNote(reply ? `封面没有传上：${reply.message}` : failed);
    setBusy(false);
  }

  const uploads = useUploads({
    value: value === '' ? [] : [value],
    onChange: ([url = '']) => onChange(url),
    max: 1,
    upload: async (file, options) => {
      const reply = await uploadVideo(file, options);
      if (reply.ok) void keepStill(() => takeStill(file), '这个浏览器取不出画面，封面先用第一张图片，也可以自己上传');
      return reply;
    },
    tooMany: '只能上传一段视频',
    onPending: setFilms,
  });
  const [item] = uploads.pending;

  // The line is back: what it broke goes on by itself.
  const again = useRef(nothing as () => void);
  useEffect(() => {
    again.current = () => item?.error && !item.final && uploads.retry(item.id);
  });
  useEffect(() => {
    const online = () => again.current();
    window.addEventListener('online', online);
    return () => window.removeEventListener('online', online);
  }, []);

  return (
    <div>
      {value !== '' && (
        <div className={styles.film}>
          {/* What one has filmed oneself needs no captions to be checked. */}
          <video ref={player} src={value} poster={poster ? thumb(poster) : undefined} controls preload="metadata" />
          <div className={styles.poster}>
            <p>
              <b>封面</b>
              {poster === '' && <span>没有单独的封面，会用第一张图片</span>}
            </p>
            {poster !== '' && <img src={thumb(poster)} alt="视频封面" />}
            <div className={styles.acts}>
              <Button
                size="small"
                icon="camera"
                busy={busy}
                onClick={() => {
                  const { current } = player;
                  if (current) void keepStill(() => takeStill(current), '取不出当前画面，请自己上传一张封面');
                }}
              >
                用当前画面
              </Button>
              <FilePicker
                label="上传封面"
                tone="plain"
                accept={pictures}
                onPick={(file) => void keepStill(async () => file, '')}
              />
            </div>
            <Button
              tone="ghost"
              size="small"
              onClick={() => {
                leaveStill();
                onChange('');
                onPoster('');
              }}
            >
              移除视频
            </Button>
          </div>
        </div>
      )}
      {item && (
        <div className={styles.pending} aria-label={item.file.name}>
          <p>
            <Icon name="play" size="small" />
            <span className={form.file}>
              {item.file.name}
              <small>{megabytes(item.file.size)}</small>
            </span>
            <b>{Math.round(item.part * 100)}%</b>
          </p>
          <span
            className={styles.bar}
            role="progressbar"
            aria-label={`上传 ${item.file.name}`}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(item.part * 100)}
          >
            <i style={{ width: `${item.part * 100}%` }} data-failed={item.error ? true : undefined} />
          </span>
          {item.error && (
            <p className={form.error} role="alert">
              <Icon name="warn" size="small" />
              {item.error}
            </p>
          )}
          <div className={styles.acts}>
            {item.error && !item.final && (
              <Button size="small" tone="line" icon="upload" onClick={() => uploads.retry(item.id)}>
                接着传
              </Button>
            )}
            <Button tone="ghost" size="small" onClick={() => uploads.drop(item.id)}>
              {item.error ? '换一个视频' : '取消上传'}
            </Button>
          </div>
        </div>
      )}
      {value === '' && !item && (
        <button
          type="button"
          id={id}
          className={[styles.add, error && form.wrong].filter(Boolean).join(' ')}
          onClick={() => input.current?.click()}
        >
          <Icon name="upload" />
          上传视频
        </button>
      )}
      <p className={form.help}>mp4（H.264），不超过 100 MB。传到一半断了可以接着传。</p>
      {note && (
        <p className={form.help} role="status">
          {note}
        </p>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept="video/mp4,.mp4"
        data-for={id}
        onChange={(event) => {
          uploads.add(event.target.files ?? []);
          event.target.value = '';
        }}
      />
    </div>
  );
}
