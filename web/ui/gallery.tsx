import { type MouseEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import { pictureFor } from '../../contract/pictures.ts';
import styles from './gallery.module.css';
import { useHydrated } from './hydrated.ts';
import { Icon } from './icon.tsx';
import type { Shot } from './lightbox.ts';
import { Picture } from './picture.tsx';

const lightbox = () => import('./lightbox.ts');

interface GalleryProps {
  /** addresses as stored */
  pictures: readonly string[];
  /** what they show: `name 第2张` is the text of the second */
  name: string;
  /**
   * - `strip`: one large picture to swipe through, small ones under it to choose from (details of a demand, a case);
   * - `grid`: equal cells, two or three in a row (a topic's pictures, parameter pictures);
   * - `column`: one under the other, as wide as the text (reading pages).
   */
  layout?: 'strip' | 'grid' | 'column';
  /** how wide one picture is shown, as in the `sizes` attribute */
  sizes: string;
  /** width in CSS pixels above which one is never shown on the page */
  widest: number;
  /** the first picture is in view when the page opens */
  first?: boolean;
  /** shape of a picture's place, as CSS `aspect-ratio` */
  ratio?: '4/3' | '1/1' | '16/9';
}

/**
 * Pictures of one thing that open in a full-screen preview (feature S-12). Nothing of the preview is loaded before one is
 * reached for; without scripts each picture is a link to its largest version. A picture that does not come shows an icon
 * with a word, here and in the preview. Renders nothing without pictures.
 */
export function Gallery(props: GalleryProps) {
  const { pictures, name, layout = 'strip' } = props;
  const shots = pictures.map((src, index) => ({ src, alt: pictures.length > 1 ? `${name} 第${index + 1}张` : name }));
  if (shots.length === 0) return null;
  if (layout === 'strip') return <Strip {...props} shots={shots} />;
  return <Cells {...props} shots={shots} layout={layout} />;
}

type Laid = GalleryProps & { shots: readonly Shot[] };

/** What opens the preview from any of the pictures in `list`, whose items stand in their order. */
function usePreview(
  list: RefObject<HTMLUListElement | null>,
  shots: readonly Shot[],
  onChange?: (index: number) => void,
) {
  const opening = useRef(false);
  const placeOf = (index: number) => list.current?.children[index]?.querySelector('a') ?? null;
  const open = async (index: number, href: string) => {
    if (opening.current) return;
    opening.current = true;
    try {
      const { openLightbox } = await lightbox();
      openLightbox({ shots, index, placeOf, ...(onChange && { onChange }) });
    } catch {
      // The preview itself did not come: the picture alone still may.
      location.assign(href);
    } finally {
      opening.current = false;
    }
  };
  return open;
}

function Opener({
  shot,
  index,
  open,
  reachable = true,
  children,
}: {
  shot: Shot;
  index: number;
  open: (index: number, href: string) => Promise<void>;
  /** by the Tab key */
  reachable?: boolean;
  children: ReactNode;
}) {
  const href = pictureFor(shot.src)?.src ?? shot.src;
  const press = (event: MouseEvent) => {
    // A new tab is asked for.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void open(index, href);
  };
  return (
    <a
      href={href}
      className={styles.open}
      aria-label={`看大图：${shot.alt}`}
      aria-haspopup="dialog"
      tabIndex={reachable ? undefined : -1}
      // On the way to being used: it is there when the finger lifts.
      onPointerDown={() => void lightbox().catch(() => undefined)}
      onClick={press}
    >
      {children}
    </a>
  );
}

function Cells({ shots, layout, sizes, widest, first = false, ratio = '4/3' }: Laid & { layout: 'grid' | 'column' }) {
  const list = useRef<HTMLUListElement>(null);
  const open = usePreview(list, shots);
  return (
    <ul ref={list} className={styles[layout]} data-count={Math.min(shots.length, 4)}>
      {shots.map((shot, index) => (
        <li key={`${index}${shot.src}`} style={{ aspectRatio: ratio }}>
          <Opener shot={shot} index={index} open={open}>
            <Picture src={shot.src} alt={shot.alt} sizes={sizes} widest={widest} first={first && index === 0} />
          </Opener>
        </li>
      ))}
    </ul>
  );
}

function Strip({ shots, sizes, widest, first = false, ratio = '4/3' }: Laid) {
  const [shown, setShown] = useState(0);
  const hydrated = useHydrated();
  const list = useRef<HTMLUListElement>(null);
  const goTo = (index: number) => {
    const strip = list.current;
    strip?.scrollTo({ left: strip.clientWidth * index, behavior: 'instant' });
    setShown(index);
  };
  const open = usePreview(list, shots, goTo);
  const scrolled = () => {
    const strip = list.current;
    if (strip && strip.clientWidth > 0) setShown(Math.round(strip.scrollLeft / strip.clientWidth));
  };
  return (
    <div className={styles.strip}>
      <div className={styles.frame} style={{ aspectRatio: ratio }}>
        <ul ref={list} className={styles.row} onScroll={scrolled}>
          {shots.map((shot, index) => (
            <li key={`${index}${shot.src}`}>
              <Opener shot={shot} index={index} open={open} reachable={!hydrated || index === shown}>
                <Picture src={shot.src} alt={shot.alt} sizes={sizes} widest={widest} first={first && index === 0} />
              </Opener>
            </li>
          ))}
        </ul>
        <span className={styles.hint} aria-hidden="true">
          <Icon name="expand" size="small" />
          {shots.length > 1 && `${shown + 1} / ${shots.length}`}
        </span>
      </div>
      {shots.length > 1 && (
        <ul className={styles.choice}>
          {shots.map((shot, index) => (
            <li key={`${index}${shot.src}`}>
              <button
                type="button"
                aria-label={`看第${index + 1}张`}
                aria-pressed={index === shown}
                onClick={() => goTo(index)}
              >
                <Picture src={shot.src} alt="" sizes="90px" widest={120} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
