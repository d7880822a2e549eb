import { useState } from 'react';
import {
  faultField,
  faultPicturesField,
  inspectFaulty,
  inspectionPictures,
} from '../../../contract/order-inspection.ts';
import { send } from '../../client/transport.browser.ts';
import { Button } from '../../ui/button.tsx';
import { listOf, textOf } from '../../ui/form/draft.ts';
import { Frame } from '../../ui/form/frame.tsx';
import { TextControl } from '../../ui/form/text-control.tsx';
import { useDraft } from '../../ui/form/use-draft.ts';
import { toast } from '../../ui/toast.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { PicturesField } from '../pictures-field.tsx';
import { unfinished } from '../../ui/form/uploads.ts';
import styles from './line.module.css';

const empty = { reason: '', files: [] };

/** Why incoming goods are faulty, in words and pictures; kept on the device until it is sent. */
export function FaultForm({
  demandNid,
  onClose,
  onDone,
}: {
  demandNid: string;
  onClose: () => void;
  onDone: () => void;
}) {
  const draft = useDraft(`omo.draft.inspection.${demandNid}`, empty);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState<string>();
  const [pending, setPending] = useState(0);
  const [busy, once] = useSending();
  const reason = textOf(draft.values['reason']);
  const files = listOf(draft.values['files']);

  async function submit() {
    setRefusal(undefined);
    const read = faultField.schema.safeParse(reason);
    const found = {
      ...(!read.success && { reason: read.error.issues[0]?.message ?? '' }),
      ...(pending > 0 && { files: unfinished('图片') }),
    };
    setFaults(found);
    if (Object.keys(found).length > 0) return document.getElementById('fault-reason')?.focus();
    const reply = await once(() => send(inspectFaulty, { demandNid, reason, files: files.join(',') }));
    if (!reply) return;
    if (!reply.ok) {
      setFaults(reply.fields);
      setRefusal(Object.keys(reply.fields).length > 0 ? undefined : reply.message);
      return;
    }
    draft.discard();
    toast(reply.data.disputed ? '已告知双方，上一环节的质保金已冻结' : '已告知发布方和上一环节的承接方');
    onDone();
  }

  return (
    <form
      className={styles.form}
      aria-label="来料不合格"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Frame id="fault-reason" label={faultField.label} required error={faults['reason']}>
        <TextControl
          id="fault-reason"
          value={reason}
          onChange={(value) => draft.change('reason', value)}
          error={faults['reason']}
          max={500}
          rows={4}
          required
        />
      </Frame>
      <PicturesField
        id="fault-files"
        label={faultPicturesField.label}
        hint={faultPicturesField.hint}
        value={files}
        onChange={(value) => draft.change('files', value)}
        error={faults['files']}
        max={inspectionPictures}
        onPending={setPending}
      />
      {refusal && (
        <p className={styles.refusal} role="alert">
          {refusal}
        </p>
      )}
      <div className={styles.buttons}>
        <Button type="submit" tone="pine" busy={busy}>
          提交检验结果
        </Button>
        <Button tone="plain" disabled={busy} onClick={onClose}>
          先不写了
        </Button>
      </div>
    </form>
  );
}
