import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import type { CallOutput } from '../../../contract/call.ts';
import { findCategory } from '../../../contract/categories.ts';
import { demandCalls } from '../../../contract/demands.ts';
import type { getOrderInfo } from '../../../contract/orders.ts';
import { findStage } from '../../../contract/stages/index.ts';
import { orderStatus } from '../../../contract/statuses.ts';
import { send } from '../../client/transport.browser.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { LatePart } from '../../ui/late-part.tsx';
import { Empty, Loading, Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { heldValues } from '../../ui/form/form-values.ts';
import { PublishForm } from './publish-form.tsx';
import { useFormMeans } from './publish-page.tsx';
import styles from './publish.module.css';

type Order = CallOutput<typeof getOrderInfo>;

/** Changes a demand of one's own: a draft, or an open one, whose tenders a change of its terms voids. */
export function EditPage({ order, reload }: { order: Order; reload: () => void }) {
  const { demandNid, name } = order;
  const stage = findStage(order.stage);
  const means = useFormMeans(stage);
  const navigate = useNavigate();
  const load = useCallback(async () => {
    if (!stage) throw new Error('this build knows no such stage');
    return send(demandCalls(stage).info, { demandNid });
  }, [stage, demandNid]);
  const may = order.actions.find(({ action }) => action === 'editTerms');
  const category = findCategory(order.category);
  if (!stage || !category || !may?.enabled)
    return (
      <Empty
        text={may?.reason || `这条需求${order.demandStatusName}，不能再修改`}
        action={
          <ButtonLink tone="line" to={`/personal/order/${demandNid}`}>
            回到订单
          </ButtonLink>
        }
      />
    );
  const { save } = demandCalls(stage);
  const draft = order.orderStatus === orderStatus.draft;
  return (
    <>
      <header className={styles.editHead}>
        <h1>修改{stage.name}需求</h1>
        <p>
          {name}，{demandNid}
          {order.tenderCount > 0 &&
            `。已收到 ${order.tenderCount} 份标书：改预算、截止时间或${stage.name}要求会作废这些标书，只改文字和图片不会`}
        </p>
      </header>
      <LatePart
        load={load}
        skeleton={
          <Loading count={4}>
            <Skeleton height="1rem" />
          </Loading>
        }
      >
        {(demand) => (
          <PublishForm
            stage={stage}
            category={category}
            means={means}
            draftKey={`omo.draft.demand.edit.${demandNid}`}
            editing={{ values: heldValues(stage.demand, demand), draft, tenders: order.tenderCount }}
            signedIn
            signIn={reload}
            publish={({ requestId: _, ...input }) =>
              send(save, { ...input, id: demand.id } as Parameters<typeof send<typeof save>>[1])
            }
            onPublished={(nid, kept) => {
              toast(kept ? '草稿已保存' : draft ? '需求已发布' : '修改已保存');
              void navigate(draft && !kept ? `/demand/${nid}` : `/personal/order/${nid}`);
            }}
          />
        )}
      </LatePart>
    </>
  );
}
