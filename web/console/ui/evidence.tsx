import { type ReactNode, useRef, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import styles from './evidence.module.css';
import { PictureViewer, type Shot, viewerKeys } from './picture-viewer.tsx';

/** One thing that was handed in. */
export interface EvidencePart {
  key: string;
  label: string;
  /** in words */
  text?: ReactNode;
  shots?: readonly Shot[];
  films?: readonly { src: string; poster: string; alt: string }[];
  /** beside the label: what is to be known of it */
  note?: string;
  /** to be downloaded */
  files?: readonly { href: string; name: string }[];
  /** found wanting */
  flagged?: boolean;
}

/** Which keys do what, for `ShortcutKeys`. */
export const evidenceKeys = (parts: readonly EvidencePart[]): readonly (readonly [string, string])[] => [
  ['J', '下一项'],
  ['K', '上一项'],
  ...(parts.some(({ shots = [] }) => shots.length > 0) ? viewerKeys : []),
];

/**
 * What was handed in, part by part, beside the picture that is looked at. J and K go through the parts; the pictures of the one
 * that is reached are shown large.
 */
export function Evidence({
  parts,
  label = '提交的资料',
  current,
  onCurrent,
}: {
  parts: readonly EvidencePart[];
  label?: string;
  /** index of the part that is looked at */
  current: number;
  onCurrent: (index: number) => void;
}) {
  const page = useRef<HTMLDivElement>(null);
  const shots = parts.flatMap(({ shots: own = [] }, part) => own.map((shot) => ({ ...shot, part })));
  const [shown, setShown] = useState(0);
  const show = (index: number) => {
    setShown(index);
    const part = shots[index]?.part;
    if (part !== undefined && part !== current) onCurrent(part);
  };
  const reach = (part: number) => {
    if (part !== current) onCurrent(part);
    const first = shots.findIndex((shot) => shot.part === part);
    if (first >= 0 && shots[shown]?.part !== part) setShown(first);
  };
  const go = (by: 1 | -1) => {
    const next = Math.min(parts.length - 1, Math.max(0, current + by));
    reach(next);
    const place = page.current?.querySelectorAll<HTMLElement>('[data-evidence]')[next];
    place?.focus({ preventScroll: true });
    place?.scrollIntoView({ block: 'nearest' });
  };
  useShortcuts({ j: () => go(1), k: () => go(-1) });
  return (
    <div className={styles.evidence} data-pictures={shots.length > 0 || undefined}>
      <div ref={page} className={styles.parts} role="group" aria-label={label}>
        {parts.map((part, index) => (
          <section
            key={part.key}
            data-evidence
            tabIndex={-1}
            className={styles.part}
            data-current={index === current || undefined}
            data-flagged={part.flagged || undefined}
            aria-label={part.label}
            aria-current={index === current ? 'true' : undefined}
            onFocus={() => reach(index)}
            onPointerDown={() => reach(index)}
          >
            <h2>
              {part.label}
              {part.note && <Tag tone="warning">{part.note}</Tag>}
            </h2>
            <Part
              part={part}
              shown={shots[shown]?.key}
              onShow={(key) => show(shots.findIndex((shot) => shot.key === key))}
            />
          </section>
        ))}
      </div>
      {shots.length > 0 && (
        <div className={styles.viewer}>
          <PictureViewer shots={shots} index={Math.min(shown, shots.length - 1)} onIndex={show} />
        </div>
      )}
    </div>
  );
}

function Part({
  part: { text, shots = [], films = [], files = [] },
  shown,
  onShow,
}: {
  part: EvidencePart;
  shown: string | undefined;
  onShow: (key: string) => void;
}) {
  if (!text && shots.length === 0 && films.length === 0 && files.length === 0)
    return <p className={styles.missing}>未提供</p>;
  return (
    <>
      {text && <div className={styles.text}>{text}</div>}
      {shots.length > 0 && (
        <ul className={styles.shots}>
          {shots.map(({ key, small, alt }) => (
            <li key={key}>
              <button
                type="button"
                aria-label={`看图：${alt}`}
                aria-pressed={key === shown}
                onClick={() => onShow(key)}
              >
                <img src={small} alt="" loading="lazy" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {films.map(({ src, poster, alt }) => (
        <video
          key={src}
          className={styles.film}
          src={src}
          poster={poster || undefined}
          controls
          preload="metadata"
          aria-label={alt}
        />
      ))}
      {files.map(({ href, name }) => (
        <a key={href} href={href} download={name} className={styles.file}>
          <Icon name="file" size="small" />
          <span>{name}</span>
          <Icon name="download" size="small" />
        </a>
      ))}
    </>
  );
}
