import { useRevalidator } from 'react-router';
import { categories } from '../../contract/categories.ts';
import { getPresellCommentList, getPresellInfo, presaleProductTag } from '../../contract/presale.ts';
import { splitList } from '../../contract/wire.ts';
import { pageContext } from '../client/page-context.ts';
import { must, renderedAt } from '../client/replies.server.ts';
import { JoinArea } from '../features/presale/join-area.tsx';
import type { PageProduct } from '../features/presale/product.ts';
import { presaleThings } from '../features/presale/things.server.ts';
import { ShareBar } from '../features/presale/share-bar.tsx';
import { Comments } from '../features/reactions/comments.tsx';
import { LikeButton } from '../features/reactions/like-button.tsx';
import { firstComments } from '../features/reactions/read.ts';
import { Crumbs } from '../ui/crumbs.tsx';
import { Gallery } from '../ui/gallery.tsx';
import { Countdown, useNow } from '../ui/moments.tsx';
import { ShareButton } from '../ui/share.tsx';
import { Tag } from '../ui/tag.tsx';
import { momentText, yuan } from '../ui/time.ts';
import type { Route } from './+types/presale';
import styles from './presale.module.css';
import { guardEnd, guardId, guardPage } from './guard.server.ts';
import { page, useRouteRecord } from './route-record.ts';

type Loaded = Awaited<ReturnType<typeof loader>>;

export const handle = page<Loaded>({
  name: 'presale',
  title: ({ product }) => product.name,
  above: ({ product: { category } }) => [
    { name: '预售', to: '/presale' },
    ...(category ? [{ name: category.name, to: `/presale?type=${category.key}` }] : []),
  ],
  ownBar: true,
});

const commentPageSize = 10;

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { send, tag, head } = context.get(pageContext);
  const id = guardId(params.id, url);
  tag(presaleProductTag(id));
  const number = guardPage(url);
  const [info, said] = await Promise.all([
    send(getPresellInfo, { productId: id }),
    send(getPresellCommentList, { productId: id, page: number, pageSize: commentPageSize }),
  ]);
  guardEnd(said);
  const { presellType, images, describe, ...facts } = must(info).data;
  const { name, amount, unit, joined, price, company, endTime, likeSum } = facts;
  const category = categories.find((one) => one.presellType === presellType);
  const product: PageProduct = {
    id,
    name,
    amount,
    unit,
    joined,
    price,
    company,
    endTime,
    likeSum,
    category: category && { key: category.key, name: category.name },
    pictures: splitList(images),
    paragraphs: describe.split(/\n+/).filter((paragraph) => paragraph.trim() !== ''),
  };
  const rendered = renderedAt();
  const description = product.paragraphs.join(' ');
  head({
    description: `预售价${yuan(price)}，还剩 ${amount} ${unit}，${company}生产。${description}`,
    image: product.pictures[0],
    kind: 'product',
    things: presaleThings({
      ...product,
      description,
      category: category?.name ?? '预售',
      left: amount,
      endsAt: endTime,
      now: rendered,
    }),
  });
  return {
    rendered,
    product,
    comments: firstComments(said),
  };
}

export default function PresalePage({ loaderData }: Route.ComponentProps) {
  const { product, rendered, comments } = loaderData;
  const { crumbs } = useRouteRecord();
  const subject = { kind: 'presale', id: product.id } as const;
  const { name, category, company, price, unit, joined, amount, endTime } = product;
  const { revalidate } = useRevalidator();
  const ended = useNow(rendered) >= endTime;
  return (
    <div className="wide">
      <Crumbs trail={crumbs} />
      <header className={styles.head}>
        <div>
          <h1>{name}</h1>
          <p>
            {category && <Tag tone={category.key}>{category.name}</Tag>}
            <span>{company} 生产</span>
          </p>
        </div>
        <div className={styles.acts}>
          <LikeButton subject={subject} count={product.likeSum} name={name} size="normal" />
          <ShareButton title={name} text={`${name}，预售价 ${yuan(price)}，还剩 ${amount} ${unit}`} />
        </div>
      </header>
      <div className={styles.grid}>
        <div className={styles.gallery}>
          <Gallery pictures={product.pictures} name={name} sizes="(max-width: 767px) 100vw, 52vw" widest={1000} first />
        </div>
        <aside className={styles.side}>
          <p className={styles.price}>
            <b className="price">{yuan(price)}</b>
            <span>预售价，每{unit}</span>
          </p>
          <ShareBar joined={joined} amount={amount} unit={unit} ended={ended} />
          <p className={styles.clock}>
            {!ended && (
              <>
                <span>距截止</span>
                <Countdown until={endTime} rendered={rendered} over="时间到" />
              </>
            )}
            <small>{momentText(endTime)} 截止</small>
          </p>
          <JoinArea product={product} rendered={rendered} onChanged={() => void revalidate()} />
        </aside>
        <div className={styles.body}>
          <section className={styles.about} aria-labelledby="about">
            <h2 id="about">说明</h2>
            {product.paragraphs.map((paragraph, index) => (
              <p key={index}>{paragraph}</p>
            ))}
          </section>
          <Comments
            subject={subject}
            first={comments}
            rendered={rendered}
            pageSize={commentPageSize}
            hint="问尺寸、材质、工期，厂家也会来答"
          />
        </div>
      </div>
    </div>
  );
}
