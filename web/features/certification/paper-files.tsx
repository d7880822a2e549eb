import { type MouseEvent, useRef } from 'react';
import type { PrivateFile } from '../../../contract/uploads.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './certification.module.css';

const lightbox = () => import('../../ui/lightbox.ts');

/** Papers that were handed in: pictures open in the preview, documents are downloaded. */
export function PaperFiles({ label, files }: { label: string; files: readonly PrivateFile[] }) {
  const list = useRef<HTMLUListElement>(null);
  const pictures = files.filter(({ width }) => width > 0);
  const documents = files.filter(({ width }) => width === 0);
  const altOf = (index: number) => (pictures.length > 1 ? `${label} 第${index + 1}张` : label);
  const open = async (event: MouseEvent, index: number) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const { openLightbox } = await lightbox();
    openLightbox({
      shots: pictures.map(({ full, width, height }, each) => ({
        src: full,
        alt: altOf(each),
        size: { width, height },
      })),
      index,
      placeOf: (each) => list.current?.children[each]?.querySelector('a') ?? null,
    });
  };
  return (
    <>
      {pictures.length > 0 && (
        <ul ref={list} className={styles.pictures}>
          {pictures.map(({ url, small, full, width, height }, index) => (
            <li key={url}>
              <a
                href={full}
                aria-label={`看大图：${altOf(index)}`}
                aria-haspopup="dialog"
                onPointerDown={() => void lightbox().catch(() => undefined)}
                onClick={(event) => void open(event, index)}
              >
                <img src={small} alt={altOf(index)} width={width} height={height} />
              </a>
            </li>
          ))}
        </ul>
      )}
      {documents.length > 0 && (
        <ul className={styles.documents}>
          {documents.map(({ url, full, name }) => (
            <li key={url}>
              <a href={full} download={name}>
                <Icon name="file" />
                <span>{name}</span>
                <Icon name="download" size="small" />
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
