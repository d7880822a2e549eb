import { findCategory } from '../../../../contract/categories.ts';
import type { CaseItem } from '../../../../contract/cases.ts';
import type { Stage } from '../../../../contract/stages/stage.ts';
import { CaseView } from '../case-view.tsx';
import { caseDetail } from '../detail.ts';
import type { MapGround } from '../map-ground.ts';
import { caseFacts } from '../present.ts';
import { providerFacts } from '../provider.ts';

/** A case as the public would see it, before the public does. */
export function CasePreview({ item, stage, ground }: { item: CaseItem; stage: Stage; ground: MapGround }) {
  return (
    <CaseView
      inside
      category={findCategory(item.category) ?? { key: item.category, name: '' }}
      stage={stage}
      item={caseFacts(item, stage)}
      detail={caseDetail(item, stage)}
      shop={providerFacts(item.shop)}
      ground={ground.tiles ? ground : undefined}
      favour={{ rate: item.praiseRute, count: item.appraisal_count, labels: [] }}
    />
  );
}
