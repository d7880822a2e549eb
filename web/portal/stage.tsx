import { data } from 'react-router';
import { certifiedTag } from '../../contract/certified.ts';
import { caseCalls, caseListTag } from '../../contract/cases.ts';
import { demandListTag, demandPageSize } from '../../contract/demands.ts';
import { needTopCall } from '../../contract/need-top.ts';
import { caseFacts } from '../features/cases/present.ts';
import { NeedTop } from '../features/demands/need-top.tsx';
import { pageContext } from '../client/page-context.ts';
import { orNothing, renderedAt } from '../client/replies.server.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Crumbs } from '../ui/crumbs.tsx';
import { SectionHead } from '../ui/section-head.tsx';
import { shortCount } from '../ui/time.ts';
import type { Route } from './+types/stage';
import { guardChoice, guardFlow, guardPage, guardType } from './guard.server.ts';
import { openDemands } from './open-demands.server.ts';
import { PageTitle } from './page-title.tsx';
import { page, useRouteRecord } from './route-record.ts';
import styles from './stage.module.css';
import type { StageFacts } from './stage/facts.ts';
import { StageBody } from './stage/layouts.tsx';
import { laidOut } from './stage/laid-out.server.ts';
import { OpenSection } from './stage/open-section.tsx';

export const handle = page({ name: 'stage', chain: 'bar', ownBar: true });

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const category = guardType(params.type);
  const { send, stages, tag, head } = context.get(pageContext);
  const stage = guardFlow(params.flow, stages);
  tag(certifiedTag, caseListTag(stage.key), demandListTag(stage.key, category.key));
  const sort = guardChoice(url, 'sort', ['newest', 'deadline']);
  const topCall = needTopCall(stage);
  const { list } = caseCalls(stage);
  const [recommended, all, open, top] = await Promise.all([
    send(list, { type: category.key, is_recom: '1', page_size: stage.pageSize.recommended }),
    send(list, { type: category.key, is_recom: '0', page_size: 1 }),
    openDemands(send, stage, category, { page: guardPage(url), sort }),
    topCall && send(topCall, { type: category.key }),
  ]);
  const { key, name, blurb, provider, invitation, question, needTop } = stage;
  const lead = recommended.ok ? recommended.data[0] : undefined;
  head({
    description: `${category.name}${name}：${blurb}。找${provider}，看推荐案例${open ? `，${open.count} 条需求正在招标` : ''}。${invitation}`,
    image: lead && caseFacts(lead, stage).pictures[0],
  });
  const facts: StageFacts = {
    key,
    name,
    blurb,
    provider,
    invitation,
    question: (question ?? `需要${name}一件{type}家具？`).replace('{type}', category.name),
    base: `/smart/${category.key}/${key}`,
    publish: `/publish?stage=${key}&type=${category.key}`,
  };
  const needs = top && (orNothing(top) ?? []);
  const found = {
    rendered: renderedAt(),
    category: { key: category.key, name: category.name },
    stage: facts,
    laid: laidOut(stage, orNothing(recommended)),
    count: all.ok ? all.count : 0,
    open,
    sort,
    pageSize: demandPageSize,
    top: needs && {
      title: needTop ?? '',
      needs: needs.map(({ demandNid, issueEndTime, name: words, kind, number, unit, budget }) => {
        return { nid: demandNid, endsAt: issueEndTime, name: words, kind, number, unit, budget };
      }),
    },
  } as const;
  // A page behind the end says so to people, and to those who only look at numbers.
  return data(found, { status: open && open.page > Math.max(1, open.pages) ? 404 : 200 });
}

export default function StagePage({ loaderData }: Route.ComponentProps) {
  const { category, stage, laid, count, open, sort, pageSize, rendered, top } = loaderData;
  const { crumbs } = useRouteRecord();
  return (
    <div className="wide">
      <Crumbs trail={crumbs} />
      <PageTitle category={category} title={stage.name}>
        {stage.blurb}。{open && open.count > 0 && `${shortCount(open.count)} 条在招。`}
        {count > 0 && `${shortCount(count)} 个案例可看。`}
      </PageTitle>
      <StageBody
        laid={laid}
        parts={{
          categoryName: category.name,
          stage,
          count,
          open: <OpenSection {...{ stage, open, sort, pageSize, rendered }} />,
          top: top && top.needs.length > 0 && (
            <section aria-labelledby="need-top">
              <SectionHead id="need-top" small title={top.title} note="在招的，按数量排" />
              <NeedTop needs={top.needs} rendered={rendered} />
            </section>
          ),
        }}
      />
      <div className={styles.bar}>
        <a href="#demands">我来接单</a>
        <ButtonLink to={stage.publish} tone="wood" size="strong">
          发布{stage.name}需求
        </ButtonLink>
      </div>
    </div>
  );
}
