import { Face } from '../../ui/face.tsx';
import { Gallery } from '../../ui/gallery.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Score } from '../../ui/score.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Tag } from '../../ui/tag.tsx';
import { dateText } from '../../ui/time.ts';
import styles from './appraisals.module.css';

export interface Appraised {
  id: string;
  /** 1..5 */
  score: number;
  word: string;
  labels: readonly string[];
  content: string;
  pictures: readonly string[];
  author: string;
  avatar: string;
  /** seconds */
  time: number;
  reply: string;
  /** stage, and what was made where that is not private */
  about: string;
}

interface List {
  items: readonly Appraised[];
  count: number;
  page: number;
  pages: number;
  pageSize: number;
}

/** What those who ordered say in public, newest first; nothing where nobody has said anything yet. */
export function AppraisalList({ list, replier }: { list: List | undefined; replier: string }) {
  if (!list || list.count === 0) return null;
  return (
    <section aria-labelledby="reviews" className={styles.list}>
      <SectionHead id="reviews" title="评价" note={`${list.count} 条，都来自完成的订单`} />
      <ol>
        {list.items.map((one) => (
          <li key={one.id}>
            <Face name={one.author} src={one.avatar || undefined} />
            <div>
              <p className={styles.head}>
                <b>{one.author}</b>
                <Score value={one.score} word={one.word} />
                <time dateTime={new Date(one.time * 1000).toISOString()}>{dateText(one.time)}</time>
              </p>
              {one.labels.length > 0 && (
                <p className={styles.labels}>
                  {one.labels.map((label) => (
                    <Tag key={label}>{label}</Tag>
                  ))}
                </p>
              )}
              <p className={styles.words}>{one.content}</p>
              <div className={styles.pictures}>
                <Gallery
                  pictures={one.pictures}
                  name={`${one.author}的评价`}
                  layout="grid"
                  ratio="1/1"
                  sizes="(max-width: 767px) 30vw, 140px"
                  widest={160}
                />
              </div>
              {one.reply && (
                <p className={styles.reply}>
                  <b>{replier}回复</b>
                  {one.reply}
                </p>
              )}
              <p className={styles.about}>{one.about}</p>
            </div>
          </li>
        ))}
      </ol>
      {list.pages > 1 && (
        <Pager
          name="reviews"
          label="评价分页"
          page={list.page}
          pages={list.pages}
          pageSize={list.pageSize}
          count={list.count}
        />
      )}
    </section>
  );
}
