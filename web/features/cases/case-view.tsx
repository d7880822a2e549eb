import { lazy, type ReactNode, Suspense } from 'react';
import { pictureAt } from '../../../contract/pictures.ts';
import { Clip } from '../../ui/clip.tsx';
import { Gallery } from '../../ui/gallery.tsx';
import { useHydrated } from '../../ui/hydrated.ts';
import { Picture } from '../../ui/picture.tsx';
import { Empty } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import { AddressCard } from './address-card.tsx';
import type { CaseFacts } from './case-card.tsx';
import styles from './case-view.module.css';
import type { CaseDetail } from './detail.ts';
import { Favour } from './favour.tsx';
import type { MapGround } from './map-ground.ts';
import { LateProviderCard } from './late-provider-card.tsx';
import type { ProviderFacts } from './provider-card.tsx';

// Only where map tiles are configured.
const CaseMap = lazy(async () => ({ default: (await import('./case-map.tsx')).CaseMap }));

/** A case as everybody sees it: on its page, and where its keeper or an operator looks at it before. */
export function CaseView({
  category,
  stage,
  item,
  detail,
  shop,
  favour,
  ground,
  acts,
  children,
  first = false,
  inside = false,
}: {
  category: { key: string; name: string };
  stage: { name: string };
  item: CaseFacts;
  detail: CaseDetail;
  shop: ProviderFacts;
  favour?: Parameters<typeof Favour>[0];
  /** absent: no map is drawn */
  ground?: MapGround;
  /** what one can do with it */
  acts?: ReactNode;
  /** what others say of it */
  children?: ReactNode;
  /** its first picture is what the page is opened for */
  first?: boolean;
  /** on a page that is about more than this case and has a heading of its own */
  inside?: boolean;
}) {
  const Name = inside ? 'h2' : 'h1';
  const hydrated = useHydrated();
  // The film has a still of its own where there is one: the first picture stands above already.
  const [picture = '', second = picture] = item.pictures;
  const still = detail.film?.poster || second;
  return (
    <div className={styles.split}>
      <div>
        <Gallery
          pictures={item.pictures}
          name={item.name}
          sizes="(max-width: 767px) 100vw, (max-width: 1199px) 94vw, 52vw"
          widest={1000}
          first={first}
        />
        {item.pictures.length === 0 && <Empty icon="camera" text="这个案例没有图片" />}
      </div>
      <div className={styles.side}>
        <div className={styles.title}>
          <Name>{item.name}</Name>
          <p className={styles.tags}>
            <Tag tone={category.key}>{category.name}</Tag>
            <Tag tone="pine">{stage.name}</Tag>
          </p>
        </div>
        {favour && <Favour {...favour} />}
        {item.idea && <p className={styles.idea}>{item.idea}</p>}
        {detail.facts.length > 0 && (
          <dl className={styles.facts}>
            {detail.facts.map(({ label, text }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        )}
        <LateProviderCard shop={shop} />
        {acts}
      </div>
      <div className={styles.more}>
        {detail.film && (
          <section aria-labelledby="film">
            <h2 id="film">{detail.film.label}</h2>
            <div className={styles.film}>
              <Clip src={detail.film.src} poster={still && pictureAt(still, 960)} label={item.name}>
                <Picture
                  src={still}
                  alt={`${item.name}的视频`}
                  sizes="(max-width: 767px) 100vw, (max-width: 1199px) 94vw, 52vw"
                  widest={1000}
                />
              </Clip>
            </div>
          </section>
        )}
        {detail.tables.map(({ label, columns, rows }) => (
          <section key={label} aria-labelledby={`table-${label}`}>
            <h2 id={`table-${label}`}>{label}</h2>
            <table className={styles.table}>
              <thead>
                <tr>
                  {columns.map((column) => (
                    <th key={column.key} scope="col">
                      {column.label}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row, index) => (
                  <tr key={index}>
                    {columns.map((column) => (
                      <td key={column.key}>{row[column.key]}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        ))}
        {detail.extra.map(({ label, pictures }) => (
          <section key={label} aria-labelledby={`pictures-${label}`}>
            <h2 id={`pictures-${label}`}>{label}</h2>
            <Gallery
              pictures={pictures}
              name={`${item.name} ${label}`}
              layout="grid"
              sizes="(max-width: 767px) 46vw, 26vw"
              widest={500}
            />
          </section>
        ))}
        {detail.place && (
          <section aria-labelledby="place">
            <h2 id="place">{detail.place.label}</h2>
            {detail.place.at.located && ground && (
              <div className={styles.map}>
                {hydrated && (
                  <Suspense>
                    <CaseMap at={detail.place.at} ground={ground} label={`${shop.name}在地图上的位置`} />
                  </Suspense>
                )}
              </div>
            )}
            <AddressCard at={detail.place.at} />
          </section>
        )}
        {children}
      </div>
    </div>
  );
}
