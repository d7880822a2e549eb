import { Link } from '../ui/link.tsx';
import { getAdList, getBannerList, getFigures, getLiveInfo } from '../../contract/content.ts';
import { demandsTag } from '../../contract/demands.ts';
import { getPresellList, presaleTag } from '../../contract/presale.ts';
import { topicsTag } from '../../contract/topics.ts';
import { categories } from '../../contract/categories.ts';
import { Banner, bannerItem } from '../features/content/banner.tsx';
import { LiveBlock } from '../features/content/live-block.tsx';
import { PresaleLanes } from '../features/presale/lanes.tsx';
import { pageContext } from '../client/page-context.ts';
import { orNothing, renderedAt } from '../client/replies.server.ts';
import { Icon } from '../ui/icon.tsx';
import { SectionHead } from '../ui/section-head.tsx';
import type { Route } from './+types/home';
import { guardEnd } from './guard.server.ts';
import { ChainTiles } from './home/chain-tiles.tsx';
import { communityPage } from './home/community.server.ts';
import { LateCommunity } from './home/late-community.tsx';
import { homeThings } from './home/things.server.ts';
import styles from './home/home.module.css';
import { Panel } from './home/panel.tsx';
import { likeProduct } from './like-product.tsx';
import { busiestCategories, openDemandCounts } from './open-demands.server.ts';
import { page } from './route-record.ts';

export const handle = page({ name: 'home' });

export async function loader({ request, context }: Route.LoaderArgs) {
  const { send, tag, head, site } = context.get(pageContext);
  head({
    description: `${site.name}：母婴、宠物、商用家具从设计、打样到制造、物流，七个环节找得到人。发布需求收标书，看真实案例，付款托管，每一步有记录。`,
    things: homeThings(site),
  });
  tag('content', topicsTag, presaleTag, demandsTag);
  const [banners, ads, live, topics, open, busiest, figures, ...products] = await Promise.all([
    send(getBannerList, { typeId: '1', size: 5 }),
    send(getAdList, { location: 'home', size: 2 }),
    send(getLiveInfo, { coord: 'home' }),
    communityPage(send, new URL(request.url).searchParams),
    openDemandCounts(send),
    busiestCategories(send),
    send(getFigures, {}),
    ...categories.map(({ presellType }) => send(getPresellList, { presellType: String(presellType), size: 3 })),
  ]);
  if (topics.first) guardEnd({ ok: true, ...topics.first });
  return {
    rendered: renderedAt(),
    open,
    busiest,
    figures: orNothing(figures) ?? { providers: 0, finished: 0 },
    banners: (orNothing(banners) ?? []).map(bannerItem),
    ads: orNothing(ads) ?? [],
    live: orNothing(live),
    lanes: categories.map(({ key, name, blurb }, index) => ({
      key,
      name,
      blurb,
      products: (products[index] && orNothing(products[index])) || [],
    })),
    topics,
  };
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { rendered, open, busiest, figures, banners, ads, live, lanes, topics } = loaderData;
  const presale = lanes.some(({ products }) => products.length > 0);
  return (
    <>
      <h1 className="sr">智能家具产业链</h1>
      <ChainTiles busiest={busiest} />
      <div className={`wide ${styles.hero}`}>
        <Banner items={banners} />
        <Panel open={open} busiest={busiest} {...figures} />
      </div>
      {(live || ads.length > 0) && (
        <section className={`wide ${styles.section}`} aria-labelledby="live">
          <SectionHead id="live" title="工厂直播" note="开着机器播，不摆拍" />
          <LiveBlock live={live} ads={ads} />
        </section>
      )}
      {presale && (
        <section className={`wide ${styles.section}`} aria-labelledby="presale">
          <SectionHead
            id="presale"
            title="预售热品"
            note="先定数量再开工，工厂按预订数排产"
            more={
              <Link to="/presale">
                全部预售
                <Icon name="right" size="small" />
              </Link>
            }
          />
          <PresaleLanes lanes={lanes} like={likeProduct} />
        </section>
      )}
      <LateCommunity {...topics} rendered={rendered} />
    </>
  );
}
