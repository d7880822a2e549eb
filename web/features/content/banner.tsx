import { type FocusEvent, type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { bannerAnchor } from '../../../contract/banner-anchor.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Picture } from '../../ui/picture.tsx';
import styles from './banner.module.css';
import narrow from './default-banner/narrow.webp';
import wide from './default-banner/wide.webp';

export interface BannerItem {
  id: string;
  /** '' gets the default picture */
  image: string;
  name: string;
  note: string;
  /** page of ours below the base; '' when it leads elsewhere */
  path: string;
  link: string;
}

/** Shown when there is no banner (feature S-10). */
const defaultBanner: BannerItem = {
  id: 'default',
  image: '',
  name: '左边是图纸，右边是成品',
  note: '中间的七步，每一步都有人接。把图发上来，从任何一步开始。',
  path: '/publish',
  link: '',
};

/** Milliseconds that a banner stays before the next one comes. */
const stay = 7000;
/** Milliseconds after which one that was asked for is there, ride or not. */
const ride = 1200;

/** What the page's loader takes from the answer. */
export const bannerItem = ({ id, image, name, note, path, link }: BannerItem): BannerItem => ({
  id,
  image,
  name,
  note,
  path,
  link,
});

/** The picture of what has none of its own, or whose own does not come. */
function DefaultPicture({ first }: { first: boolean }) {
  return (
    <picture className={styles.default}>
      <source media="(max-width: 767.98px)" srcSet={narrow} width={750} height={500} />
      <img
        src={wide}
        alt=""
        width={1200}
        height={420}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : undefined}
      />
    </picture>
  );
}

const ownPath = /^\/(?!\/)/;
const outside = /^https?:\/\//;

function Lead({ item: { path, link }, children }: { item: BannerItem; children: ReactNode }) {
  if (ownPath.test(path))
    return (
      <Link to={path} className={styles.lead}>
        {children}
      </Link>
    );
  if (outside.test(link))
    return (
      <a href={link} target="_blank" rel="noreferrer" className={styles.lead}>
        {children}
        <span className="sr">（在新窗口打开）</span>
      </a>
    );
  return <div className={styles.lead}>{children}</div>;
}

/**
 * Banners that one can page through by swipe, arrow keys, dots and arrows. They move on by themselves unless someone is
 * on them, paused them, or asked for less motion.
 */
export function Banner({ items }: { items: readonly BannerItem[] }) {
  const shown = items.length > 0 ? items : [defaultBanner];
  const strip = useRef<HTMLDivElement>(null);
  /** the one that was asked for, until it is there: a ride may be called off by the browser, when what it passes moves */
  const aim = useRef<number>(undefined);
  const arrival = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [at, setAt] = useState(0);
  /** someone points at it or is in it with the keyboard */
  const [held, setHeld] = useState(false);
  /** undefined: nobody has said, motion or less of it decides */
  const [paused, setPaused] = useState<boolean>();
  const [still, setStill] = useState(true);
  const many = shown.length > 1;
  const stands = paused ?? still;

  useEffect(() => {
    const less = matchMedia('(prefers-reduced-motion: reduce)');
    const follow = () => setStill(less.matches);
    follow();
    less.addEventListener('change', follow);
    return () => less.removeEventListener('change', follow);
  }, []);

  const go = useCallback(
    (to: number) => {
      const element = strip.current;
      if (!element) return;
      const next = (to + shown.length) % shown.length;
      aim.current = next;
      setAt(next);
      element.scrollTo({ left: next * element.clientWidth });
      clearTimeout(arrival.current);
      arrival.current = setTimeout(() => {
        if (aim.current === undefined) return;
        element.scrollTo({ left: aim.current * element.clientWidth, behavior: 'instant' });
        aim.current = undefined;
      }, ride);
    },
    [shown.length],
  );
  const follow = (element: HTMLElement) => {
    const here = element.scrollLeft / element.clientWidth;
    if (aim.current !== undefined && Math.abs(here - aim.current) > 0.02) return;
    aim.current = undefined;
    setAt(Math.round(here));
  };
  // Who was led to one of them looks at it until they turn the page themselves.
  useEffect(() => {
    const wanted = shown.findIndex(({ id }) => location.hash === `#${bannerAnchor(id)}`);
    const element = strip.current;
    if (wanted === -1 || !element) return;
    setPaused(true);
    setAt(wanted);
    element.scrollTo({ left: wanted * element.clientWidth, behavior: 'instant' });
    // oxlint-disable-next-line react/exhaustive-deps -- of the page as it was opened, whatever is shown later
  }, []);
  const letGo = () => {
    aim.current = undefined;
  };
  useEffect(() => () => clearTimeout(arrival.current), []);
  useEffect(() => {
    if (!many || held || stands) return;
    const timer = setInterval(() => {
      const element = strip.current;
      if (!element || document.visibilityState !== 'visible') return;
      go(Math.round(element.scrollLeft / element.clientWidth) + 1);
    }, stay);
    return () => clearInterval(timer);
  }, [held, many, stands, go]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') go(at - 1);
    else if (event.key === 'ArrowRight') go(at + 1);
    else return;
    event.preventDefault();
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setHeld(false);
  };
  return (
    <section
      className={styles.banner}
      aria-roledescription="轮播"
      aria-label="推荐"
      onKeyDown={many ? onKeyDown : undefined}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setHeld(true)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={onBlur}
    >
      <div
        ref={strip}
        className={styles.strip}
        aria-live={stands || held ? 'polite' : 'off'}
        onScroll={({ currentTarget }) => follow(currentTarget)}
        onPointerDown={letGo}
        onWheel={letGo}
      >
        {shown.map((item, index) => (
          <div
            key={item.id}
            id={bannerAnchor(item.id)}
            className={styles.slide}
            role="group"
            aria-roledescription="幻灯片"
            aria-label={`第 ${index + 1} 张，共 ${shown.length} 张：${item.name}`}
            inert={index !== at}
          >
            <Lead item={item}>
              <BannerPicture image={item.image} first={index === 0} />
              <div className={styles.words}>
                <h2>{item.name}</h2>
                {item.note && <p>{item.note}</p>}
                {(item.path || item.link) && (
                  <span className={styles.go}>
                    去看看
                    <Icon name="arrow" size="small" />
                  </span>
                )}
              </div>
            </Lead>
          </div>
        ))}
      </div>
      {many && (
        <div>
          <div className={styles.dots}>
            {shown.map((item, index) => (
              <button
                key={item.id}
                type="button"
                aria-label={`第 ${index + 1} 张`}
                aria-current={index === at}
                onClick={() => go(index)}
              />
            ))}
          </div>
          <div className={styles.arrows}>
            <button
              type="button"
              aria-label={stands ? '自动翻页' : '停止翻页'}
              className={styles.pause}
              onClick={() => setPaused(!stands)}
            >
              <Icon name={stands ? 'play' : 'pause'} size="small" />
            </button>
            <button type="button" aria-label="上一张" className={styles.turn} onClick={() => go(at - 1)}>
              <Icon name="left" size="small" />
            </button>
            <button type="button" aria-label="下一张" className={styles.turn} onClick={() => go(at + 1)}>
              <Icon name="right" size="small" />
            </button>
          </div>
        </div>
      )}
    </section>
  );
}

function BannerPicture({ image, first }: { image: string; first: boolean }) {
  const fallback = <DefaultPicture first={first} />;
  if (image === '') return fallback;
  return (
    <Picture
      src={image}
      alt=""
      sizes="(max-width: 767px) 100vw, (max-width: 1199px) 96vw, 63vw"
      widest={1200}
      first={first}
      fallback={fallback}
    />
  );
}
