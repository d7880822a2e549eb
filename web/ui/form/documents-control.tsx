import { useRef } from 'react';
import { Button } from '../button.tsx';
import { Icon } from '../icon.tsx';
import styles from './form.module.css';
import type { ControlProps } from './text-control.tsx';
import { type Upload, useUploads } from './uploads.ts';

interface DocumentsProps extends ControlProps<string[]> {
  max: number;
  accept: readonly string[];
  upload: Upload;
  /** how many are on their way or failed */
  onPending?: (count: number) => void;
  /** name to show of an address */
  nameOf: (url: string) => string;
}

/** Documents in a list, each with its own progress. */
export function DocumentsControl({ id, value, onChange, max, accept, upload, onPending, nameOf }: DocumentsProps) {
  const input = useRef<HTMLInputElement>(null);
  const uploads = useUploads({
    value,
    onChange,
    max,
    upload,
    onPending,
    tooMany: `最多上传${max}个文件，多出的没有上传`,
  });
  const free = max - value.length - uploads.pending.length;
  return (
    <>
      <ul className={styles.documents}>
        {uploads.placed.map((one) => {
          if (one.item) {
            const { item } = one;
            return (
              <li key={item.id}>
                <Icon name="file" />
                <span className={styles.file}>
                  {item.file.name}
                  <small role={item.error ? 'alert' : 'status'} data-failed={item.error ? true : undefined}>
                    {item.error ?? `上传 ${Math.round(item.part * 100)}%`}
                  </small>
                </span>
                {item.error && !item.final && (
                  <Button tone="ghost" size="small" onClick={() => uploads.retry(item.id)}>
                    重试
                  </Button>
                )}
                <Button
                  tone="ghost"
                  size="small"
                  aria-label={`取消上传 ${item.file.name}`}
                  onClick={() => uploads.drop(item.id)}
                >
                  移除
                </Button>
              </li>
            );
          }
          const { url } = one;
          return (
            <li key={url}>
              <Icon name="file" />
              <span className={styles.file}>{nameOf(url)}</span>
              <Button
                tone="ghost"
                size="small"
                aria-label={`移除 ${nameOf(url)}`}
                onClick={() => onChange(value.filter((other) => other !== url))}
              >
                移除
              </Button>
            </li>
          );
        })}
      </ul>
      {free > 0 && (
        <Button id={id} icon="upload" onClick={() => input.current?.click()}>
          上传附件
        </Button>
      )}
      <p className={styles.help}>支持 {accept.map((ending) => ending.slice(1)).join('、')}，每份不超过 20 MB</p>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={accept.join(',')}
        data-for={id}
        onChange={(event) => {
          uploads.add(event.target.files ?? []);
          event.target.value = '';
        }}
      />
      {uploads.refused && (
        <p className={styles.error} role="alert">
          <Icon name="warn" size="small" />
          {uploads.refused}
        </p>
      )}
    </>
  );
}
