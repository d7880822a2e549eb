import { useState } from 'react';
import { labelsAtMost } from '../../../../contract/appraisal-labels.ts';
import type { Reply } from '../../../../contract/call.ts';
import {
  appraisalField,
  appraisalPictures,
  appraisalPicturesField,
  appraiseOrder,
  scoreField,
} from '../../../../contract/order-work.ts';
import { send } from '../../../client/transport.browser.ts';
import { Button } from '../../../ui/button.tsx';
import { ChoicesControl } from '../../../ui/form/choice-control.tsx';
import { listOf, textOf } from '../../../ui/form/draft.ts';
import { Frame } from '../../../ui/form/frame.tsx';
import { TextControl } from '../../../ui/form/text-control.tsx';
import { useDraft } from '../../../ui/form/use-draft.ts';
import { Icon } from '../../../ui/icon.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useSending } from '../../../ui/use-sending.ts';
import { PicturesField } from '../../pictures-field.tsx';
import type { OrderInfo } from '../wire.ts';
import { StarsControl } from './stars.tsx';
import { unfinished } from '../../../ui/form/uploads.ts';
import styles from './work.module.css';

/** Score, labels, words and pictures. Kept on this device until it is sent. */
export function AppraisalForm({
  order,
  choices,
  onSent,
}: {
  order: OrderInfo;
  choices: readonly { name: string }[];
  onSent: () => void;
}) {
  const { demandNid } = order;
  const draft = useDraft(`omo.draft.appraise.${demandNid}`, { score: '', labels: [], content: '', files: [] });
  const { values } = draft;
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState<string>();
  const [pending, setPending] = useState(0);
  const [busy, once] = useSending();
  const labels = listOf(values['labels']);

  async function submit() {
    setRefusal(undefined);
    const found: Record<string, string> = {};
    const score = scoreField.schema.safeParse(values['score']);
    if (!score.success) found['score'] = score.error.issues[0]?.message ?? '';
    if (labels.length > labelsAtMost) found['labels'] = `标签最多选${labelsAtMost}个`;
    const words = appraisalField.schema.safeParse(values['content']);
    if (!words.success) found['content'] = words.error.issues[0]?.message ?? '';
    if (pending > 0) found['files'] = unfinished('图片');
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const input = {
      demandNid,
      score: values['score'],
      labels: labels.join(','),
      content: values['content'],
      files: listOf(values['files']).join(','),
    };
    const reply = await once<Reply<{ status: number; public: boolean }>>(() => send(appraiseOrder, input));
    if (!reply) return;
    if (!reply.ok) {
      setFaults(reply.fields);
      setRefusal(reply.message);
      return;
    }
    draft.discard();
    toast(reply.data.public ? '评价已提交，双方评价已公开' : '评价已提交，对方写完后一起公开');
    onSent();
  }

  const change = (key: string) => (value: string | string[]) => {
    draft.change(key, value);
    setFaults(({ [key]: _, ...rest }) => rest);
  };

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Frame id="score" label={scoreField.label} required group error={faults['score']}>
        <StarsControl id="score" value={textOf(values['score'])} error={faults['score']} onChange={change('score')} />
      </Frame>
      <Frame
        id="labels"
        label="标签"
        required={false}
        hint={`选填，最多 ${labelsAtMost} 个`}
        group
        error={faults['labels']}
      >
        <ChoicesControl
          id="labels"
          value={labels}
          options={choices.map(({ name }) => ({ value: name, label: name }))}
          onChange={change('labels')}
        />
      </Frame>
      <Frame id="content" label={appraisalField.label} required error={faults['content']}>
        <TextControl
          id="content"
          value={textOf(values['content'])}
          onChange={change('content')}
          error={faults['content']}
          max={500}
          rows={3}
          required
        />
      </Frame>
      <PicturesField
        id="files"
        label={appraisalPicturesField.label}
        hint={appraisalPicturesField.hint}
        value={listOf(values['files'])}
        onChange={change('files')}
        error={faults['files']}
        max={appraisalPictures}
        onPending={setPending}
      />
      {refusal && (
        <p className={styles.refusal} role="alert">
          <Icon name="warn" size="small" />
          {refusal}
        </p>
      )}
      <Button type="submit" tone="pine" busy={busy}>
        提交评价
      </Button>
    </form>
  );
}
