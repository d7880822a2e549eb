import { type ReactNode, useRef } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { blankPicture, type PrivateFiles } from '../use-private-files.ts';
import type { Message } from './calls.ts';
import { clockText } from './days.ts';
import type { Outgoing } from './kept.ts';
import styles from './thread.module.css';

interface Shown {
  content: string;
  pictures: readonly { small: string; large: string; width: number; height: number }[];
  files: readonly { name: string; url: string }[];
  /** seconds since 1970 */
  time: number;
}

/** What is on its way, by the links that its sender has to what was uploaded for it. */
export function shownOf({ content, pictures, files, time }: Outgoing, sent: PrivateFiles): Shown {
  return {
    content,
    pictures: pictures.map((url) => {
      const { small = blankPicture, full = url, width = 4, height = 3 } = sent.of(url) ?? {};
      return { small, large: full, width, height };
    }),
    files: files.map((url) => {
      const { name = '已上传的文件', full = url } = sent.of(url) ?? {};
      return { name, url: full };
    }),
    time,
  };
}

/** What one side said: words, pictures that open large, files to fetch. `children` stand under it. */
export function Bubble({
  shown,
  mine,
  who,
  state,
  goesOn,
  children,
}: {
  shown: Shown;
  mine: boolean;
  /** who said it, for assistive technology */
  who: string;
  state?: 'sending' | 'failed';
  /** the same side goes on at once: the time stands under what follows */
  goesOn?: boolean;
  children?: ReactNode;
}) {
  const { content, pictures, files, time } = shown;
  return (
    <article
      className={styles.bubble}
      data-mine={mine || undefined}
      data-state={state}
      data-goes-on={goesOn || undefined}
      aria-label={who}
    >
      {pictures.length > 0 && <Pictures pictures={pictures} who={who} />}
      {content !== '' && <p className={styles.text}>{content}</p>}
      {files.map(({ name, url }) => (
        <a key={url} href={url} className={styles.file} download={name}>
          <Icon name="file" size="small" />
          <span>{name}</span>
          <Icon name="download" size="small" />
        </a>
      ))}
      <footer className={styles.under}>
        {children}
        <time dateTime={new Date(time * 1000).toISOString()} className={goesOn ? 'sr' : undefined}>
          {clockText(time)}
        </time>
      </footer>
    </article>
  );
}

function Pictures({ pictures, who }: { pictures: Shown['pictures']; who: string }) {
  const list = useRef<HTMLUListElement>(null);
  const nameOf = (index: number) => `${who}发的图片${pictures.length > 1 ? ` 第${index + 1}张` : ''}`;
  const open = async (index: number) => {
    const { openLightbox } = await import('../../ui/lightbox.ts');
    openLightbox({
      shots: pictures.map(({ large, width, height }, each) => ({
        src: large,
        alt: nameOf(each),
        size: { width, height },
      })),
      index,
      placeOf: (each) => list.current?.children[each]?.querySelector('a') ?? null,
    });
  };
  return (
    <ul ref={list} className={styles.pictures} data-one={pictures.length === 1 || undefined}>
      {pictures.map(({ small, large, width, height }, index) => (
        <li key={large}>
          <a
            href={large}
            aria-label={`看大图：${nameOf(index)}`}
            aria-haspopup="dialog"
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
              event.preventDefault();
              void open(index).catch(() => location.assign(large));
            }}
          >
            <img src={small} alt="" width={width} height={height} loading="lazy" />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Why a message does not read as it was written. */
export function Covered({ message }: { message: Pick<Message, 'mine' | 'masked'> }) {
  if (!message.masked) return null;
  return (
    <span className={styles.covered}>
      <Icon name="lock" size="small" />
      {message.mine ? '其中的联系方式对方暂时看不到' : '联系方式已隐藏，承接方接单后显示'}
    </span>
  );
}
