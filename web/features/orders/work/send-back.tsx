import { useState } from 'react';
import type { Reply } from '../../../../contract/call.ts';
import { diaryPictures, diaryPicturesField, sendBackOrder } from '../../../../contract/order-work.ts';
import { reasonField } from '../../../../contract/orders.ts';
import { send } from '../../../client/transport.browser.ts';
import { Confirm } from '../../../ui/dialog.tsx';
import { listOf, textOf } from '../../../ui/form/draft.ts';
import { Frame } from '../../../ui/form/frame.tsx';
import { TextControl } from '../../../ui/form/text-control.tsx';
import { useDraft } from '../../../ui/form/use-draft.ts';
import { toast } from '../../../ui/toast.tsx';
import { useSending } from '../../../ui/use-sending.ts';
import { PicturesField } from '../../pictures-field.tsx';
import type { OrderInfo } from '../wire.ts';
import { unfinished } from '../../../ui/form/uploads.ts';

/** Sends finished work back with a reason and pictures of what is wrong. */
export function SendBack({ order, onClose, onDone }: { order: OrderInfo; onClose: () => void; onDone: () => void }) {
  const { demandNid } = order;
  const draft = useDraft(`omo.draft.sendback.${demandNid}`, { reason: '', files: [] });
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState<string>();
  const [pending, setPending] = useState(0);
  const [busy, once] = useSending();
  const reason = textOf(draft.values['reason']);
  const files = listOf(draft.values['files']);

  async function submit() {
    setRefusal(undefined);
    const read = reasonField.schema.safeParse(reason);
    const found: Record<string, string> = {};
    if (!read.success) found['reason'] = read.error.issues[0]?.message ?? '';
    if (pending > 0) found['files'] = unfinished('图片');
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const reply = await once<Reply<unknown>>(() => send(sendBackOrder, { demandNid, reason, files: files.join(',') }));
    if (!reply) return;
    if (!reply.ok) {
      setFaults(reply.fields);
      setRefusal(reply.message);
      return;
    }
    draft.discard();
    toast('已退回返工');
    onDone();
  }

  return (
    <Confirm
      open
      title="退回返工"
      action="退回返工"
      busy={busy}
      error={refusal}
      figures={[['还能退回', `这次之后还有 ${order.sendBacksLeft - 1} 次`]]}
      onConfirm={() => void submit()}
      onClose={onClose}
    >
      <p>退回后订单回到进行中，托管中的款项保持不变，承接方改好后再次提交验收。</p>
      <Frame id="reason" label={reasonField.label} required error={faults['reason']}>
        <TextControl
          id="reason"
          value={reason}
          onChange={(value) => draft.change('reason', value)}
          error={faults['reason']}
          max={200}
          rows={3}
          required
        />
      </Frame>
      <PicturesField
        id="files"
        label={diaryPicturesField.label}
        hint={diaryPicturesField.hint}
        value={files}
        onChange={(value) => draft.change('files', value)}
        error={faults['files']}
        max={diaryPictures}
        onPending={setPending}
      />
    </Confirm>
  );
}
