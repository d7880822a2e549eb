import { categories, findCategory } from '../../contract/categories.ts';
import { getPresellList, presaleTag } from '../../contract/presale.ts';
import { pageContext } from '../client/page-context.ts';
import { must } from '../client/replies.server.ts';
import { ProductCard } from '../features/presale/product-card.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Crumbs } from '../ui/crumbs.tsx';
import { Link } from '../ui/link.tsx';
import { Pager } from '../ui/pager.tsx';
import { Empty } from '../ui/states.tsx';
import type { Route } from './+types/presale-list';
import { guardEnd, guardPage, missing } from './guard.server.ts';
import { likeProduct } from './like-product.tsx';
import { PageTitle } from './page-title.tsx';
import styles from './presale-list.module.css';
import { page, useRouteRecord } from './route-record.ts';

export const handle = page({ name: 'presale-list', title: '预售', paged: true });

const pageSize = 12;

export async function loader({ url, context }: Route.LoaderArgs) {
  const { send, tag, head } = context.get(pageContext);
  tag(presaleTag);
  const query = url.searchParams;
  const category = query.has('type') ? (findCategory(query.get('type') ?? '') ?? missing()) : undefined;
  const list = must(
    await send(getPresellList, {
      presellType: category && String(category.presellType),
      page: guardPage(url),
      size: pageSize,
    }),
  );
  guardEnd(list);
  const names = list.data.map(({ name }) => name).join('、');
  head({ description: `智能家具预售：先定数量再开工，工厂按预订数排产，预订不用付款。${list.count} 件在售：${names}` });
  return { type: category?.key ?? '', products: list.data, page: list.page, pages: list.pages, count: list.count };
}

const tabs = [{ key: '', name: '全部' }, ...categories.map(({ key, name }) => ({ key, name }))];

export default function PresaleListPage({ loaderData }: Route.ComponentProps) {
  const { type, products, pages, count } = loaderData;
  const { crumbs } = useRouteRecord();
  return (
    <div className="wide">
      <Crumbs trail={crumbs} />
      <PageTitle title="预售">先定数量再开工，工厂按预订数排产。预订不用付款，截止前可以改，也可以取消。</PageTitle>
      <nav className={styles.tabs} aria-label="预售分类">
        {tabs.map(({ key, name }) => (
          <Link
            key={key}
            to={key ? `/presale?type=${key}` : '/presale'}
            aria-current={key === type ? 'true' : undefined}
          >
            {name}
          </Link>
        ))}
      </nav>
      {products.length === 0 && (
        <Empty icon="gift" text="这一类现在没有预售" action={<ButtonLink to="/presale">看全部预售</ButtonLink>} />
      )}
      <div className={styles.products}>
        {products.map((product, index) => (
          <ProductCard key={product.id} product={product} like={likeProduct} first={index < 3} />
        ))}
      </div>
      <Pager page={loaderData.page} pages={pages} pageSize={pageSize} count={count} />
    </div>
  );
}
