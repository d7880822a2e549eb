import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { demandCalls } from '../../../contract/demands.ts';
import { postCaseDelegate } from '../../../contract/entrust.ts';
import { pictureAt } from '../../../contract/pictures.ts';
import { getAreaList } from '../../../contract/reference.ts';
import { findStage } from '../../../contract/stages/index.ts';
import { send } from '../../client/transport.browser.ts';
import { useUser } from '../../session.ts';
import type { Areas } from '../../ui/form/region-control.tsx';
import { toast } from '../../ui/toast.tsx';
import { documentName } from '../document-name.ts';
import { sendDocument, sendImage } from '../uploads.ts';
import { draftKey } from './draft.ts';
import type { FormValues } from '../../ui/form/draft.ts';
import { PublishForm } from './publish-form.tsx';

/** Fetched for forms that ask for a place; the rest never wait for it. */
function useAreas(wanted: boolean): Areas | undefined {
  const [areas, setAreas] = useState<Areas>();
  useEffect(() => {
    if (!wanted) return;
    let left = false;
    void send(getAreaList, {}).then((reply) => {
      if (reply.ok && !left) setAreas(reply.data);
    });
    return () => {
      left = true;
    };
  }, [wanted]);
  return areas;
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
}

/** The publish form with everything it needs of the browser. The page loads this chunk by itself: it brings zod along. */
export function PublishPage({ stageKey, category, entrusting, name }: PublishPageProps) {
  const stage = findStage(stageKey);
  const user = useUser();
  const navigate = useNavigate();
  const [now] = useState(() => Date.now());
  const areas = useAreas(stage?.demand.some((field) => field.widget.kind === 'regions') ?? false);
  if (!stage) throw new Error(`this build knows no stage ${stageKey}`);
  const { save } = demandCalls(stage);
  const key = draftKey(category.key, stage.key, entrusting?.id);
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
      means={{
        uploadImage: sendImage,
        uploadDocument: sendDocument,
        thumb: (url) => pictureAt(url, 320),
        documentName,
        areas,
        now,
      }}
      signedIn={user !== undefined}
      signIn={() => {
        const of = entrusting ? `&case=${entrusting.id}` : name ? `&name=${encodeURIComponent(name)}` : '';
        const back = `/publish?stage=${stage.key}&type=${category.key}${of}`;
        void navigate(`/login?model=login&redirect=${encodeURIComponent(back)}`);
      }}
      publish={publish}
      onPublished={(nid) => {
        toast(entrusting ? `已委托给${entrusting.provider}，等对方接单` : '需求已发布');
        void navigate(entrusting ? `/personal/order/${nid}` : `/demand/${nid}`);
      }}
    />
  );
}
