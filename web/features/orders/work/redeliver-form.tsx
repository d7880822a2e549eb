import { useRef, useState } from 'react';
import type { Reply } from '../../../../contract/call.ts';
import {
  redeliver,
  redeliveryField,
  redeliveryFiles,
  redeliveryFilesField,
  redeliveryPictures,
  redeliveryPicturesField,
} from '../../../../contract/handing-on.ts';
import { send } from '../../../client/transport.browser.ts';
import { Button } from '../../../ui/button.tsx';
import { DocumentsControl } from '../../../ui/form/documents-control.tsx';
import { listOf, textOf } from '../../../ui/form/draft.ts';
import { Frame } from '../../../ui/form/frame.tsx';
import { TextControl } from '../../../ui/form/text-control.tsx';
import { useDraft } from '../../../ui/form/use-draft.ts';
import { useFaults } from '../../../ui/form/use-faults.ts';
import { Icon } from '../../../ui/icon.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useSending } from '../../../ui/use-sending.ts';
import { documentName } from '../../document-name.ts';
import { PicturesField } from '../../pictures-field.tsx';
import { sendDocument } from '../../uploads.ts';
import type { OrderInfo } from '../wire.ts';
import { WorkForm } from './work-form.tsx';
import styles from './work.module.css';

const parts = [
  { key: 'content', label: redeliveryField.label, place: 'redelivered' },
  { key: 'files', label: '图片', place: 'redelivered-pictures' },
  { key: 'documents', label: '附件', place: 'redelivered-documents' },
];
const empty = { content: '', files: [], documents: [] };
const accept = redeliveryFilesField.widget.kind === 'documents' ? redeliveryFilesField.widget.accept : [];

/** 更新交付: a changed drawing, a mended part, after the work was accepted. What was typed stays on this device until it is sent. */
export function RedeliverForm({ order, onSent }: { order: OrderInfo; onSent: () => void }) {
  const [open, setOpen] = useState(false);
  if (!open)
    return (
      <Button tone="line" icon="upload" onClick={() => setOpen(true)}>
        更新交付
      </Button>
    );
  return <Form order={order} onSent={onSent} onClose={() => setOpen(false)} />;
}

function Form({ order, onSent, onClose }: { order: OrderInfo; onSent: () => void; onClose: () => void }) {
  const { demandNid } = order;
  const draft = useDraft(`omo.draft.redeliver.${demandNid}`, empty);
  const form = useRef<HTMLFormElement>(null);
  const faults = useFaults(form, parts);
  const [refusal, setRefusal] = useState<string>();
  const [busy, once] = useSending();
  const value = { files: listOf(draft.values['files']), documents: listOf(draft.values['documents']) };

  async function submit() {
    setRefusal(undefined);
    const content = textOf(draft.values['content']);
    const fault = redeliveryField.schema.safeParse(content).error?.issues[0]?.message;
    if (!faults.show({ content: fault, ...faults.underWay() })) return;
    const input = {
      demandNid,
      content,
      files: value.files.join(','),
      documents: value.documents.join(','),
      requestId: draft.requestId,
    };
    const reply = await once<Reply<{ marked: number }>>(() => send(redeliver, input));
    if (!reply) return;
    if (!reply.ok) {
      if (faults.show(reply.fields)) setRefusal(reply.message);
      return;
    }
    draft.discard();
    toast(reply.data.marked > 0 ? '交付已更新，后面环节的需求标记为输入已变' : '交付已更新，发布方会收到通知');
    onSent();
  }

  const change = (key: string) => (next: string | string[]) => {
    draft.change(key, next);
    faults.recheck(key, () => undefined);
  };

  return (
    <WorkForm
      form={form}
      title="更新交付"
      restored={draft.restored}
      refusal={refusal}
      onSubmit={() => void submit()}
      acts={
        <div className={styles.row}>
          <Button type="submit" tone="pine" busy={busy}>
            提交更新
          </Button>
          <Button tone="plain" disabled={busy} onClick={onClose}>
            先不写了
          </Button>
        </div>
      }
    >
      <Frame id="redelivered" label={redeliveryField.label} required error={faults.errors['content']}>
        <TextControl
          id="redelivered"
          value={textOf(draft.values['content'])}
          onChange={change('content')}
          error={faults.errors['content']}
          max={500}
          rows={3}
          required
        />
      </Frame>
      <PicturesField
        id="redelivered-pictures"
        label={redeliveryPicturesField.label}
        hint={redeliveryPicturesField.hint}
        value={value.files}
        onChange={change('files')}
        error={faults.errors['files']}
        max={redeliveryPictures}
        onPending={faults.onPending('files')}
      />
      <Frame
        id="redelivered-documents"
        label={redeliveryFilesField.label}
        hint={redeliveryFilesField.hint}
        required={false}
        error={faults.errors['documents']}
        group
      >
        <DocumentsControl
          id="redelivered-documents"
          value={value.documents}
          onChange={change('documents')}
          error={faults.errors['documents']}
          max={redeliveryFiles}
          accept={accept}
          upload={sendDocument}
          onPending={faults.onPending('documents')}
          nameOf={documentName}
        />
      </Frame>
      <p className={styles.effect}>
        <Icon name="info" size="small" />
        后面环节还在招标或进行中的需求会标记为输入已变，相关的人都会收到通知。
      </p>
    </WorkForm>
  );
}
