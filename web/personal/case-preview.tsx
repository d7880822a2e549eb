import { useCallback } from 'react';
import { useParams } from 'react-router';
import type { Reply } from '../../contract/call.ts';
import { type OwnCase, ownCaseCalls } from '../../contract/own-cases.ts';
import { errorKinds } from '../../contract/errors.ts';
import type { Stage } from '../../contract/stages/stage.ts';
import { shopCaseStatus } from '../../contract/statuses.ts';
import { send } from '../client/transport.browser.ts';
import { CasePreview } from '../features/cases/own/preview.tsx';
import { page } from '../portal/route-record.ts';
import { ButtonLink } from '../ui/button.tsx';
import { LatePart } from '../ui/late-part.tsx';
import { Loading, Skeleton } from '../ui/states.tsx';
import { Tag } from '../ui/tag.tsx';
import { NoSuchCase, useGround, useStage } from './case-frame.tsx';
import { CaseHead } from './case-head.tsx';
import styles from './shop.module.css';

export const handle = page({ name: 'my-case-preview', under: 'personal', title: '预览案例', ground: 'mist' });

/** One's own case as the public would see it, as it was last saved. To everybody else there is no such case. */
export default function CasePreviewPage() {
  const stage = useStage();
  const { id = '' } = useParams();
  return stage ? <Preview stage={stage} id={id} /> : <NoSuchCase />;
}

function Preview({ stage, id }: { stage: Stage; id: string }) {
  const ground = useGround();
  const load = useCallback(async (): Promise<Reply<{ item: OwnCase | undefined }>> => {
    const reply = await send(ownCaseCalls(stage).info, { id });
    if (reply.ok) return { ...reply, data: { item: reply.data } };
    const none = reply.code === errorKinds.not_found.code || reply.code === errorKinds.invalid_input.code;
    return none ? { ok: true, data: { item: undefined }, count: 0, page: 1, pages: 0 } : reply;
  }, [stage, id]);
  return (
    <LatePart
      load={load}
      skeleton={
        <Loading count={3}>
          <Skeleton height="2rem" />
        </Loading>
      }
    >
      {({ item }) =>
        item ? (
          <>
            <CaseHead title="预览" to="/personal/shop/shop" back="回到我的店铺">
              <Tag tone={item.status === shopCaseStatus.rejected ? 'danger' : 'pine'}>
                {item.draft === 1 ? '草稿' : item.statusName}
              </Tag>
              <ButtonLink size="small" tone="line" icon="edit" to={`/personal/shop/case/${stage.key}/${id}/edit`}>
                修改
              </ButtonLink>
            </CaseHead>
            <div className={styles.sheet}>
              <CasePreview item={item} stage={stage} ground={ground} />
            </div>
          </>
        ) : (
          <NoSuchCase />
        )
      }
    </LatePart>
  );
}
