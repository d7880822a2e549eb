import PhotoSwipe, { type SlideData } from 'photoswipe';
import 'photoswipe/style.css';
import { pictureAt, pictureFor, pictureWidths } from '../../contract/pictures.ts';
import './lightbox.css';

/** One picture of a preview. */
export interface Shot {
  /** as stored */
  src: string;
  /** what it shows: read out, and written under it */
  alt: string;
  /** of a picture whose address does not tell: pixels */
  size?: { width: number; height: number };
}

export interface LightboxOptions {
  shots: readonly Shot[];
  /** which one is shown first */
  index: number;
  /** where each picture stands on the page: the preview grows out of it and shrinks back into it */
  placeOf: (index: number) => HTMLElement | null;
  /** another one is shown */
  onChange?: (index: number) => void;
}

const labels = {
  closeTitle: '关闭预览',
  zoomTitle: '放大或还原',
  arrowPrevTitle: '上一张',
  arrowNextTitle: '下一张',
  errorMsg: '图片没能加载',
  indexIndicatorSep: ' / ',
} as const;

/** Of a picture that is none of ours: nothing tells its size before it is there. */
const guessed = { width: 1600, height: 1200 };

function slide({ src, alt, size: told }: Shot, place: HTMLElement | null): SlideData {
  const shown = place?.querySelector('img');
  const common = {
    alt,
    ...(place && { element: place, thumbCropped: true }),
    // What is on the page already stands in until the large one has come.
    ...(shown?.complete && shown.naturalWidth > 0 && { msrc: shown.currentSrc }),
  };
  const own = pictureFor(src);
  if (!own) {
    const { naturalWidth: width = 0, naturalHeight: height = 0 } = shown ?? {};
    const size = told ?? (width > 0 ? { width: width * 2, height: height * 2 } : guessed);
    return { ...common, ...size, src };
  }
  // Every browser that runs this script shows WebP; AVIF is kept for pages, where its making is worth the wait.
  const srcset = pictureWidths(own.width)
    .map((width) => `${pictureAt(src, width, 'webp')} ${width}w`)
    .join(', ');
  return { ...common, width: own.width, height: own.height, src: pictureAt(src, own.width, 'webp'), srcset };
}

/** The icon of `Icon`, by hand: React is not in charge here. */
function brokenPicture(message: string): HTMLElement {
  const box = document.createElement('div');
  box.className = 'omo-broken';
  box.setAttribute('role', 'img');
  box.setAttribute('aria-label', message);
  const camera =
    'M3 8.5A1.5 1.5 0 0 1 4.5 7h3L9 4.5h6L16.5 7h3A1.5 1.5 0 0 1 21 8.5v9a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5zM3 3l18 18';
  box.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${camera}"/></svg>`;
  const word = document.createElement('p');
  word.textContent = message;
  box.append(word);
  return box;
}

/** Everything behind the preview is out of reach while it is open; gives what undoes it. */
function closeOff(preview: HTMLElement): () => void {
  const behind = [...document.body.children].filter(
    (each): each is HTMLElement => each instanceof HTMLElement && each !== preview && !each.inert,
  );
  for (const each of behind) each.inert = true;
  return () => {
    for (const each of behind) each.inert = false;
  };
}

/** The picture's words under it, and for assistive technology which one of how many it is. */
function addCaption(lightbox: PhotoSwipe, shots: readonly Shot[]): void {
  lightbox.on('uiRegister', () => {
    lightbox.ui?.registerElement({
      name: 'caption',
      className: 'omo-caption pswp__hide-on-close',
      appendTo: 'root',
      order: 9,
      onInit: (element) => {
        element.setAttribute('aria-live', 'polite');
        const say = () => {
          const { alt = '' } = shots[lightbox.currIndex] ?? {};
          const place = document.createElement('span');
          place.className = 'omo-place';
          place.textContent = `第${lightbox.currIndex + 1}张，共${shots.length}张：`;
          element.replaceChildren(...(shots.length > 1 ? [place] : []), alt);
        };
        lightbox.on('change', say);
      },
    });
  });
}

/**
 * Opens the full-screen preview (feature S-12). Arrow keys, Escape, pinch, double tap and swiping down work; focus stays
 * in it and goes back to the place of the picture that was shown last.
 */
export function openLightbox({ shots, index, placeOf, onChange }: LightboxOptions): void {
  const lightbox = new PhotoSwipe({
    ...labels,
    dataSource: shots.map((shot, each) => slide(shot, placeOf(each))),
    index,
    bgOpacity: 0.97,
    showAnimationDuration: 200,
    hideAnimationDuration: 200,
    padding: { top: 56, bottom: 64, left: 0, right: 0 },
    returnFocus: false,
    loop: false,
    preload: [1, 1],
  });
  lightbox.addFilter('contentErrorElement', () => brokenPicture(labels.errorMsg));
  addCaption(lightbox, shots);
  let reopen: (() => void) | undefined;
  lightbox.on('change', () => onChange?.(lightbox.currIndex));
  lightbox.on('afterInit', () => {
    if (!lightbox.element) return;
    lightbox.element.setAttribute('aria-modal', 'true');
    // Until it has grown out of its place it hears no keys and fingers.
    lightbox.element.setAttribute('aria-busy', 'true');
    lightbox.element.setAttribute('aria-label', '图片预览');
    reopen = closeOff(lightbox.element);
    lightbox.element.focus();
  });
  lightbox.on('openingAnimationEnd', () => lightbox.element?.removeAttribute('aria-busy'));
  // Going back leaves the page that the preview lies over.
  const leave = () => lightbox.destroy();
  addEventListener('popstate', leave);
  lightbox.on('destroy', () => {
    removeEventListener('popstate', leave);
    reopen?.();
    placeOf(lightbox.currIndex)?.focus({ preventScroll: true });
  });
  lightbox.init();
}
