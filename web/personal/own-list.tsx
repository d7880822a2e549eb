import { type ReactNode, useCallback } from 'react';
import { useSearchParams } from 'react-router';
import type { Reply } from '../../contract/call.ts';
import { ButtonLink } from '../ui/button.tsx';
import type { IconName } from '../ui/icon-names.ts';
import { LatePart } from '../ui/late-part.tsx';
import { Pager } from '../ui/pager.tsx';
import { Picture } from '../ui/picture.tsx';
import { Empty, Loading, Skeleton } from '../ui/states.tsx';
import styles from './own-list.module.css';

/** A page of one's own records, newest first: heading, the records as cards, what to do when there are none. */
export function OwnList<Data, Item extends { id: string }>({
  title,
  beside,
  load,
  itemsOf,
  pageSize,
  icon,
  unit,
  none,
  children,
}: {
  title: string;
  /** stands in the heading: a button, or a line of explanation */
  beside: ReactNode;
  /** must be stable */
  load: (page: string) => Promise<Reply<Data>>;
  /** must be stable */
  itemsOf: (data: Data) => readonly Item[];
  pageSize: number;
  icon: IconName;
  /** 话题, 预订: as in 这一页没有话题了 */
  unit: string;
  /** where there is nothing at all: said, and what one can do about it */
  none: { text: string; action: ReactNode };
  children: (item: Item, reload: () => void) => ReactNode;
}) {
  const [query] = useSearchParams();
  const number = query.get('page') ?? '1';
  const loadPage = useCallback(async () => {
    const reply = await load(number);
    // Kept together: the pager speaks of the whole list.
    return reply.ok
      ? { ...reply, data: { items: itemsOf(reply.data), count: reply.count, page: reply.page, pages: reply.pages } }
      : reply;
  }, [load, itemsOf, number]);
  return (
    <>
      <header className={styles.head}>
        <h1>{title}</h1>
        {beside}
      </header>
      <LatePart
        load={loadPage}
        skeleton={
          <Loading count={3}>
            <Skeleton height="1.6rem" />
          </Loading>
        }
      >
        {({ items, count, ...position }, reload) =>
          items.length === 0 ? (
            <div className={styles.blank}>
              <Empty
                icon={icon}
                text={count > 0 ? `这一页没有${unit}了` : none.text}
                action={
                  count > 0 ? (
                    <ButtonLink tone="line" to="?">
                      回到第一页
                    </ButtonLink>
                  ) : (
                    none.action
                  )
                }
              />
            </div>
          ) : (
            <>
              <ul>
                {items.map((item) => (
                  <li key={item.id}>{children(item, reload)}</li>
                ))}
              </ul>
              <Pager {...position} count={count} pageSize={pageSize} />
            </>
          )
        }
      </LatePart>
    </>
  );
}

/** A record as a card: its picture, then what the page says of it. */
export function OwnCard({
  name,
  picture,
  className,
  children,
}: {
  name: string;
  picture: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <article className={[styles.card, className].filter(Boolean).join(' ')} aria-label={name}>
      <div className={styles.picture}>
        <Picture src={picture} alt="" sizes="(max-width: 767px) 24vw, 160px" widest={160} />
      </div>
      {children}
    </article>
  );
}
