import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router';
import type { StageLayout } from '../../../contract/stages/stage.ts';
import { CaseCard, type CaseFacts } from '../../features/cases/case-card.tsx';
import { FactoryCard, type FactoryFacts } from '../../features/cases/factory-card.tsx';
import { LatePlaceBoard } from '../../features/cases/late-place-board.tsx';
import type { PlacedCase } from '../../features/cases/places.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Empty, Failed } from '../../ui/states.tsx';
import { useShellData } from '../route-record.ts';
import type { StageFacts } from './facts.ts';
import styles from './layouts.module.css';
import { PublishEntry } from './publish-entry.tsx';

/** The cases of a stage page in the shape that its layout shows; undefined when they could not be had. */
export type LaidOut =
  | { layout: 'cards'; cases: CaseFacts[] | undefined }
  | { layout: 'factories'; cases: FactoryFacts[] | undefined }
  | { layout: 'map'; cases: PlacedCase[] | undefined };

interface Parts {
  categoryName: string;
  stage: StageFacts;
  count: number;
  /** open demands */
  open: ReactNode;
  /** what is needed most; nothing for most stages */
  top: ReactNode;
}

const titles: Record<StageLayout, (stage: StageFacts) => string> = {
  cards: () => '推荐案例',
  factories: ({ provider }) => `推荐${provider}`,
  map: ({ provider }) => `${provider}在哪里`,
};

/** Suppliers and cases are counted apart: a supplier may have several. What is not shown here cannot be counted by supplier. */
function noteOf(laid: LaidOut, { stage: { provider }, count }: Parts): string | undefined {
  if (laid.layout !== 'map') return '喜欢哪个，可以直接委托';
  if (!laid.cases || laid.cases.length === 0) return undefined;
  const suppliers = new Set(laid.cases.map(({ shopId }) => shopId)).size;
  return laid.cases.length >= count
    ? `${suppliers} 家${provider}，${count} 个案例`
    : `这里 ${suppliers} 家${provider}，共 ${count} 个案例`;
}

function Cases({ laid, parts, children }: { laid: LaidOut; parts: Parts; children: ReactNode }) {
  const { stage, count, categoryName } = parts;
  const revalidator = useRevalidator();
  return (
    <section aria-labelledby="cases" className={styles.main}>
      <SectionHead
        id="cases"
        title={titles[laid.layout](stage)}
        note={noteOf(laid, parts)}
        more={
          count > 0 && (
            <Link to={`${stage.base}/more`}>
              全部 {count} 个案例
              <Icon name="right" size="small" />
            </Link>
          )
        }
      />
      {!laid.cases ? (
        <Failed
          text="案例没能加载出来"
          onRetry={() => void revalidator.revalidate()}
          busy={revalidator.state === 'loading'}
        />
      ) : laid.cases.length === 0 ? (
        <Empty
          icon="layers"
          text={`${categoryName}${stage.name}还没有推荐案例`}
          action={
            count > 0 ? (
              <ButtonLink to={`${stage.base}/more`}>看全部案例</ButtonLink>
            ) : (
              <ButtonLink to={stage.publish}>发布{stage.name}需求</ButtonLink>
            )
          }
        />
      ) : (
        children
      )}
    </section>
  );
}

/** Cases on the left; publish entry and open demands on the right. */
function Split({ laid, parts, children }: { laid: LaidOut; parts: Parts; children: ReactNode }) {
  return (
    <div className={styles.split}>
      <Cases laid={laid} parts={parts}>
        {children}
      </Cases>
      <aside className={styles.side}>
        <PublishEntry stage={parts.stage} />
        {parts.top}
        {parts.open}
      </aside>
    </div>
  );
}

/** Map and list across the page; below them the demands. */
function Board({ laid, parts, children }: { laid: LaidOut; parts: Parts; children: ReactNode }) {
  return (
    <>
      <PublishEntry stage={parts.stage} wide />
      <Cases laid={laid} parts={parts}>
        {children}
      </Cases>
      <div className={parts.top ? styles.below : styles.alone}>
        {parts.top && <div className={styles.top}>{parts.top}</div>}
        {parts.open}
      </div>
    </>
  );
}

/** The stage page in the layout that the catalogue names. */
export function StageBody({ laid, parts }: { laid: LaidOut; parts: Parts }) {
  const site = useShellData()?.site;
  const { stage, count } = parts;
  const to = `${stage.base}/details`;
  switch (laid.layout) {
    case 'cards':
      return (
        <Split laid={laid} parts={parts}>
          <div className={styles.cases}>
            {laid.cases?.map((item, index, { length }) => (
              <CaseCard
                key={item.id}
                item={item}
                to={`${to}/${item.id}`}
                lead={index === 0 && (length % 2 === 1 || length === 2)}
                first={index === 0}
              />
            ))}
          </div>
        </Split>
      );
    case 'factories':
      return (
        <Split laid={laid} parts={parts}>
          <div className={styles.factories}>
            {laid.cases?.map((item, index) => (
              <FactoryCard key={item.id} item={item} to={`${to}/${item.id}`} first={index === 0} />
            ))}
          </div>
        </Split>
      );
    case 'map':
      return (
        <Board laid={laid} parts={parts}>
          <LatePlaceBoard
            cases={laid.cases ?? []}
            ground={{ tiles: site?.mapTiles ?? '', attribution: site?.mapAttribution ?? '' }}
            label={stage.provider}
            to={to}
            more={`${stage.base}/more`}
            count={count}
          />
        </Board>
      );
  }
}
