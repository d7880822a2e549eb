import { getImplementLink } from '../../contract/content.ts';
import { contentTags } from '../../contract/content-kinds.ts';
import { pageContext } from '../client/page-context.ts';
import { must } from '../client/replies.server.ts';
import { Crumbs } from '../ui/crumbs.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Empty } from '../ui/states.tsx';
import type { Route } from './+types/implement';
import { guardType } from './guard.server.ts';
import styles from './implement.module.css';
import { PageTitle } from './page-title.tsx';
import { page, useRouteRecord } from './route-record.ts';

export const handle = page({ name: 'implement', chain: 'bar' });

export async function loader({ params, context }: Route.LoaderArgs) {
  const { name } = guardType(params.type);
  const { head, send, tag } = context.get(pageContext);
  tag(contentTags.link);
  const { url: openPlatform } = must(await send(getImplementLink, {})).data;
  head({ description: `${name}家具产业链的开放平台：案例、需求、订单和溯源记录的接口与数据，接到自己的系统里用。` });
  return { openPlatform, host: URL.canParse(openPlatform) ? new URL(openPlatform).host : '' };
}

/** Leads to the configured page outside, and says so first (rulings §7). */
export default function ImplementPage({ loaderData: { openPlatform, host } }: Route.ComponentProps) {
  const { crumbs } = useRouteRecord();
  return (
    <div className="column">
      <Crumbs trail={crumbs} />
      <PageTitle title="开放平台">接口与数据，给自己的系统用</PageTitle>
      {openPlatform ? (
        <div className={styles.way}>
          <p>
            开放平台是另外一个网站，您将离开本站，前往：<b>{host}</b>
          </p>
          <a href={openPlatform} target="_blank" rel="noreferrer">
            前往开放平台
            <span className="sr">（在新窗口打开）</span>
          </a>
        </div>
      ) : (
        <Empty icon="link" text="开放平台还没有开通" action={<ButtonLink to="/">回到首页</ButtonLink>} />
      )}
    </div>
  );
}
