import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { demandCalls } from '../../../contract/demands.ts';
import { postCaseDelegate } from '../../../contract/entrust.ts';
import { pictureAt } from '../../../contract/pictures.ts';
import { getFollowOnOrders, getFollowOnPrefill } from '../../../contract/follow-on.ts';
import { findStage, stages } from '../../../contract/stages/index.ts';
import type { Stage } from '../../../contract/stages/stage.ts';
import { splitList } from '../../../contract/wire.ts';
import { send } from '../../client/transport.browser.ts';
import { useUser } from '../../session.ts';
import { toast } from '../../ui/toast.tsx';
import { useAreas } from '../areas.ts';
import { documentName } from '../document-name.ts';
import { sendDocument, sendImage } from '../uploads.ts';
import { draftKey } from './draft.ts';
import type { FormValues } from '../../ui/form/draft.ts';
import { emptyValue } from '../../ui/form/form-values.ts';
import type { FormMeans } from '../../ui/form/field-control.tsx';
import { PublishForm } from './publish-form.tsx';
import type { FollowOnSource, TakenOver } from './use-follow-on.ts';

/** Controls that need the browser, for this form and the one that changes a demand. */
export function useFormMeans(stage: Stage | undefined): FormMeans {
  const [now] = useState(() => Date.now());
  const areas = useAreas(stage?.demand.some((field) => field.widget.kind === 'regions') ?? false);
  return {
    uploadImage: sendImage,
    uploadDocument: sendDocument,
    thumb: (url) => pictureAt(url, 320),
    documentName,
    areas,
    now,
  };
}

/** Orders of one's own that a demand in this stage may go on from. */
function followOnSource(stage: Stage): FollowOnSource {
  const demandType = String(stage.number);
  return {
    list: () => send(getFollowOnOrders, { demandType }),
    take: async (productLineNid) => {
      const reply = await send(getFollowOnPrefill, { demandType, productLineNid });
      if (!reply.ok) return reply;
      const values: Record<string, TakenOver['values'][string]> = {};
      for (const { field: wire, value, demandNid, stageName } of reply.data.values) {
        const field = stage.demand.find((one) => one.wire === wire);
        if (!field) continue;
        const held = typeof emptyValue(field) === 'string' ? value : splitList(value);
        values[field.key] = { value: held, from: `${stageName}订单 ${demandNid}` };
      }
      return { ...reply, data: { order: reply.data.order, inputHash: reply.data.inputHash, values } };
    },
  };
}

/** The case that the demand entrusts to its provider. */
export interface EntrustedCase {
  id: string;
  name: string;
  provider: string;
  /** what it says already, by inner key of the form's fields */
  values: FormValues;
}

interface PublishPageProps {
  stageKey: string;
  category: { key: string; name: string };
  entrusting?: EntrustedCase;
  /** what was searched for in vain, say */
  name?: string;
  /** number of the product line that it goes on with */
  line?: string;
}

/** The publish form with everything it needs of the browser. The page loads this chunk by itself: it brings zod along. */
export function PublishPage({ stageKey, category, entrusting, name, line }: PublishPageProps) {
  const stage = findStage(stageKey);
  const user = useUser();
  const navigate = useNavigate();
  const means = useFormMeans(stage);
  const before = stage && stages[stages.indexOf(stage) - 1];
  // The first stage goes on from nothing, but may be raised again.
  const follows = user !== undefined && (before !== undefined || line !== undefined);
  const source = useMemo(() => (stage && follows ? followOnSource(stage) : undefined), [stage, follows]);
  if (!stage) throw new Error(`this build knows no stage ${stageKey}`);
  const { save } = demandCalls(stage);
  const key = draftKey(category.key, stage.key, entrusting?.id ?? line);
  const publish = (input: Record<string, unknown>) =>
    entrusting
      ? // `type` of a case's calls is the stage; the category is the case's own.
        send(postCaseDelegate, { ...input, type: stage.number, case_id: entrusting.id })
      : send(save, input as Parameters<typeof send<typeof save>>[1]);
  const prefill = entrusting
    ? { values: entrusting.values, from: `来自案例“${entrusting.name}”` }
    : name
      ? { values: { name }, from: '来自您的搜索' }
      : undefined;
  return (
    <PublishForm
      key={key}
      stage={stage}
      category={category}
      draftKey={key}
      prefill={prefill}
      entrustedTo={entrusting?.provider}
      means={means}
      followOn={source}
      beforeName={before?.name}
      line={line}
      signedIn={user !== undefined}
      signIn={() => {
        const also = Object.entries({ case: entrusting?.id, line, name }).flatMap(([key, value]) =>
          value ? [`&${key}=${encodeURIComponent(value)}`] : [],
        );
        const back = `/publish?stage=${stage.key}&type=${category.key}${also.join('')}`;
        void navigate(`/login?model=login&redirect=${encodeURIComponent(back)}`);
      }}
      publish={publish}
      onPublished={(nid, kept) => {
        toast(kept ? '草稿已保存' : entrusting ? `已委托给${entrusting.provider}，等对方接单` : '需求已发布');
        void navigate(entrusting || kept ? `/personal/order/${nid}` : `/demand/${nid}`);
      }}
    />
  );
}
