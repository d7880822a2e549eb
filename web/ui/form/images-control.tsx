import { useRef, useState } from 'react';
import { Icon } from '../icon.tsx';
import styles from './form.module.css';
import type { ControlProps } from './text-control.tsx';
import { type Upload, useUploads } from './uploads.ts';

interface ImagesProps extends ControlProps<string[]> {
  max: number;
  upload: Upload;
  /** how many are on their way or failed, and the names of those refused for good */
  onPending?: (count: number, refused: readonly string[]) => void;
  /** address of a small rendition for showing */
  thumb?: (url: string) => string;
  /** whether the first one stands for all, and says so */
  cover?: boolean;
}

const moved = (list: readonly string[], from: number, to: number) => {
  const next = [...list];
  const [item] = next.splice(from, 1);
  if (item !== undefined) next.splice(Math.max(0, Math.min(to, list.length - 1)), 0, item);
  return next;
};

const percent = (part: number) => `${Math.round(part * 100)}%`;

/** Pictures with their own progress each; the first is the cover; order by dragging or with the arrow keys. */
export function ImagesControl({
  id,
  value,
  onChange,
  error,
  max,
  upload,
  onPending,
  thumb = (url) => url,
  cover = true,
}: ImagesProps) {
  const input = useRef<HTMLInputElement>(null);
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState(false);
  const uploads = useUploads({
    value,
    onChange,
    max,
    upload,
    onPending,
    tooMany: `最多上传${max}张图片，多出的没有上传`,
  });
  const free = max - value.length - uploads.pending.length;

  const move = (from: number, to: number) => onChange(moved(value, from, to));

  return (
    <div
      onDragOver={(event) => {
        if (dragged !== undefined || !event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (dragged !== undefined) return;
        event.preventDefault();
        uploads.add(event.dataTransfer.files);
      }}
    >
      <ul className={[styles.pictures, over && styles.over].filter(Boolean).join(' ')}>
        {uploads.placed.map((one, at) => {
          if (one.item) {
            const { item } = one;
            return (
              <li key={item.id} aria-label={item.file.name}>
                {/* What is no picture has nothing to show: its place is drawn under it. */}
                <span className={styles.unshown} aria-hidden="true">
                  <Icon name="file" />
                </span>
                <img src={item.preview} alt="" onError={(event) => (event.currentTarget.hidden = true)} />
                <button
                  type="button"
                  className={styles.remove}
                  aria-label={`取消上传 ${item.file.name}`}
                  onClick={() => uploads.drop(item.id)}
                >
                  <Icon name="x" />
                </button>
                {item.final ? (
                  <span className={styles.caption} data-failed>
                    不能上传
                  </span>
                ) : item.error ? (
                  <button type="button" className={styles.caption} data-failed onClick={() => uploads.retry(item.id)}>
                    重试
                  </button>
                ) : (
                  <span
                    className={styles.caption}
                    role="progressbar"
                    aria-valuenow={Math.round(item.part * 100)}
                    aria-label={`上传 ${item.file.name}`}
                  >
                    上传 {percent(item.part)}
                    <i style={{ width: percent(item.part) }} />
                  </span>
                )}
              </li>
            );
          }
          const { url, index } = one;
          return (
            <li
              key={url}
              draggable
              onDragStart={() => setDragged(index)}
              onDragEnd={() => setDragged(undefined)}
              onDragOver={(event) => dragged !== undefined && event.preventDefault()}
              onDrop={() => dragged !== undefined && move(dragged, index)}
            >
              <button
                type="button"
                className={styles.shown}
                aria-label={`第${index + 1}张${cover && at === 0 ? '，封面' : ''}，按左右方向键调整顺序`}
                onKeyDown={(event) => {
                  if (event.key === 'ArrowLeft') move(index, index - 1);
                  else if (event.key === 'ArrowRight') move(index, index + 1);
                  else return;
                  event.preventDefault();
                }}
              >
                <img src={thumb(url)} alt="" draggable={false} />
                {cover && at === 0 && <span className={styles.caption}>封面</span>}
              </button>
              <button
                type="button"
                className={styles.remove}
                aria-label={`移除第${index + 1}张`}
                onClick={() => onChange(value.filter((other) => other !== url))}
              >
                <Icon name="x" />
              </button>
            </li>
          );
        })}
        {free > 0 && (
          <li>
            <button
              type="button"
              id={id}
              className={[styles.add, error && styles.wrong].filter(Boolean).join(' ')}
              onClick={() => input.current?.click()}
            >
              <Icon name="plus" />
              <span>{value.length === 0 ? '上传图片' : `还可加 ${free} 张`}</span>
            </button>
          </li>
        )}
      </ul>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept="image/jpeg,image/png,image/webp"
        data-for={id}
        onChange={(event) => {
          uploads.add(event.target.files ?? []);
          event.target.value = '';
        }}
      />
      {uploads.pending
        .filter((item) => item.error)
        .map((item) => (
          <p key={item.id} className={styles.error} role="alert">
            <Icon name="warn" size="small" />
            {item.file.name}：{item.error}
          </p>
        ))}
      {uploads.refused && (
        <p className={styles.error} role="alert">
          <Icon name="warn" size="small" />
          {uploads.refused}
        </p>
      )}
    </div>
  );
}
