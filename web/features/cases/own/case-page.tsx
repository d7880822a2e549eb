import { useCallback, useMemo, useState } from 'react';
import type { Reply } from '../../../../contract/call.ts';
import { ownCaseCalls, type OwnCase, saveCaseDraft } from '../../../../contract/own-cases.ts';
import { pictureAt } from '../../../../contract/pictures.ts';
import type { Stage } from '../../../../contract/stages/stage.ts';
import { shopCaseStatus } from '../../../../contract/statuses.ts';
import { send } from '../../../client/transport.browser.ts';
import type { FormMeans } from '../../../ui/form/field-control.tsx';
import type { PointMapProps } from '../../../ui/form/location-control.tsx';
import { LatePart } from '../../../ui/late-part.tsx';
import { Loading, Skeleton } from '../../../ui/states.tsx';
import { documentName } from '../../document-name.ts';
import { sendVideo } from '../../send-video.ts';
import { sendDocument, sendImage } from '../../uploads.ts';
import type { MapGround } from '../map-ground.ts';
import { PickMap } from '../pick-map.tsx';
import { CaseForm, type Sent } from './case-form.tsx';
import type { Newer } from './saved-meanwhile.tsx';
import { takeStill } from './take-still.ts';
import { emptyCase, heldCase } from './values.ts';

function useMeans(ground: MapGround): FormMeans {
  const [now] = useState(() => Date.now());
  const { tiles, attribution } = ground;
  const map = useMemo(
    () => (props: PointMapProps) => <PickMap {...props} ground={{ tiles, attribution }} />,
    [tiles, attribution],
  );
  return {
    uploadImage: sendImage,
    uploadDocument: sendDocument,
    thumb: (url) => pictureAt(url, 320),
    documentName,
    areas: undefined,
    now,
    film: { uploadVideo: sendVideo, takeStill },
    map,
  };
}

interface PageProps {
  stage: Stage;
  ground: MapGround;
  onDone: (sent: Sent, kept: boolean) => void;
}

const submitTo = (stage: Stage) => (input: Record<string, unknown>) => {
  const { save } = ownCaseCalls(stage);
  return send(save, input as Parameters<typeof send<typeof save>>[1]);
};
const keepFor = (stage: Stage) => (input: Record<string, unknown>) =>
  send(saveCaseDraft, { ...input, type: stage.number } as Parameters<typeof send<typeof saveCaseDraft>>[1]);

function newerOf(stage: Stage, reply: Reply<OwnCase>): Newer | undefined {
  if (!reply.ok) return undefined;
  const { id, version, update_time: at } = reply.data;
  return { id, values: heldCase(stage, reply.data), version, at };
}

/** The form of a new case. One draft a stage on this device, as long as it has not been sent. */
export function NewCase({ stage, category, ground, onDone }: PageProps & { category: string }) {
  const means = useMeans(ground);
  const became = async (requestId: string) => newerOf(stage, await send(ownCaseCalls(stage).info, { requestId }));
  return (
    <CaseForm
      stage={stage}
      means={means}
      draftKey={`omo.draft.case.${stage.key}`}
      base={emptyCase(stage, category)}
      became={became}
      submit={submitTo(stage)}
      keep={keepFor(stage)}
      onDone={onDone}
    />
  );
}

/** The form of a case of one's own, as it was last saved. */
export function EditCase({ stage, id, ground, onDone }: PageProps & { id: string }) {
  const means = useMeans(ground);
  const load = useCallback(() => send(ownCaseCalls(stage).info, { id }), [stage, id]);
  // Asked while one types, and not always because somebody pressed something: a failure is nobody's to read.
  const latest = async () => newerOf(stage, await send(ownCaseCalls(stage).info, { id }, { quiet: true }));
  return (
    <LatePart
      load={load}
      skeleton={
        <Loading count={5}>
          <Skeleton height="1rem" />
        </Loading>
      }
    >
      {(item: OwnCase, reload) => (
        <CaseForm
          // A newer state is another form.
          key={item.version}
          stage={stage}
          means={means}
          draftKey={`omo.draft.case.edit.${id}`}
          base={heldCase(stage, item)}
          editing={{
            id,
            isPublic: item.is_public === 1,
            reason: item.status === shopCaseStatus.rejected ? item.reason : '',
            waits: item.status === shopCaseStatus.pending && item.draft === 0,
            latest,
            reload,
          }}
          submit={submitTo(stage)}
          keep={keepFor(stage)}
          onDone={onDone}
        />
      )}
    </LatePart>
  );
}
