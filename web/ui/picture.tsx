import { type ReactNode, useEffect, useRef, useState } from 'react';
import { preload } from 'react-dom';
import { pictureFor } from '../../contract/pictures.ts';
import { Icon } from './icon.tsx';
import styles from './picture.module.css';

interface PictureProps {
  /** address as stored; one of our own tells its size and its variants, another is shown as it is */
  src: string;
  alt: string;
  /** how wide it is shown, as in the `sizes` attribute */
  sizes: string;
  /** width in CSS pixels above which it is never shown: twice as much is the largest variant offered */
  widest: number;
  /** in view when the page opens: loaded at once and first */
  first?: boolean;
  /** instead of the icon, when it does not come */
  fallback?: ReactNode;
  className?: string;
}

/** `a 320w, b 640w` without what is wider than the place can show. */
function within(srcset: string, most: number): string {
  const all = srcset.split(', ');
  const fit = all.filter((one) => Number(/ (\d+)w$/.exec(one)?.[1]) <= most);
  return (fit.length > 0 ? fit : all.slice(0, 1)).join(', ');
}

/**
 * A picture that fills its box, whose shape the place gives it: a grey ground until it is there, an icon when it does not
 * come (feature S-12).
 */
export function Picture({ src, alt, sizes, widest, first, fallback, className }: PictureProps) {
  const image = useRef<HTMLImageElement>(null);
  const [failed, setFailed] = useState<string>();
  useEffect(() => {
    // It may have failed before the page's script was there to hear of it.
    const element = image.current;
    if (element?.complete && element.naturalWidth === 0 && element.currentSrc !== '') setFailed(src);
  }, [src]);
  const classes = [styles.box, className].filter(Boolean).join(' ');
  if (src === '' || failed === src) {
    if (fallback !== undefined) return fallback;
    return (
      <span
        className={`${classes} ${styles.missing}`}
        role="img"
        aria-label={alt ? `${alt}（图片没能加载）` : '没有图片'}
      >
        <Icon name="camera" />
        {src !== '' && <small aria-hidden="true">图片没能加载</small>}
      </span>
    );
  }
  const own = pictureFor(src);
  const most = widest * 2;
  const [best] = own?.sources ?? [];
  // Told in the head of the page, before anything else of it is read.
  if (first && own && best) {
    preload(own.src, {
      as: 'image',
      imageSrcSet: within(best.srcset, most),
      imageSizes: sizes,
      type: best.type,
      fetchPriority: 'high',
    });
  }
  return (
    <picture className={classes}>
      {own?.sources.map(({ type, srcset }) => (
        <source key={type} type={type} srcSet={within(srcset, most)} sizes={sizes} />
      ))}
      <img
        ref={image}
        src={own ? within(own.srcset, most).split(', ').at(-1)?.split(' ')[0] : src}
        alt={alt}
        width={own?.width ?? 960}
        height={own?.height ?? 720}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : undefined}
        decoding="async"
        onError={() => setFailed(src)}
      />
    </picture>
  );
}
