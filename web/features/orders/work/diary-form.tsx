import { useRef, useState } from 'react';
import type { Reply } from '../../../../contract/call.ts';
import {
  diaryPictures,
  diaryPicturesField,
  percentField,
  reportField,
  reportProgress,
} from '../../../../contract/order-work.ts';
import { secondDueAt } from '../../../../contract/process/facts.ts';
import { paymentStatus } from '../../../../contract/statuses.ts';
import { plainNumber } from '../../../../contract/typed-number.ts';
import { send } from '../../../client/transport.browser.ts';
import { Button } from '../../../ui/button.tsx';
import { listOf, textOf } from '../../../ui/form/draft.ts';
import { Frame } from '../../../ui/form/frame.tsx';
import { PercentControl } from '../../../ui/form/percent-control.tsx';
import { TextControl } from '../../../ui/form/text-control.tsx';
import { useDraft } from '../../../ui/form/use-draft.ts';
import { useFaults } from '../../../ui/form/use-faults.ts';
import { Icon } from '../../../ui/icon.tsx';
import { toast } from '../../../ui/toast.tsx';
import { yuan } from '../../../ui/time.ts';
import { useSending } from '../../../ui/use-sending.ts';
import { PicturesField } from '../../pictures-field.tsx';
import type { OrderInfo } from '../wire.ts';
import { WorkForm } from './work-form.tsx';
import styles from './work.module.css';

const parts = [
  { key: 'percent', label: percentField.label },
  { key: 'content', label: reportField.label },
  { key: 'files', label: '图片' },
];

/** The provider's report: how far, in words, with pictures. What was typed stays on this device until it is sent. */
export function DiaryForm({ order, onSent }: { order: OrderInfo; onSent: () => void }) {
  const { demandNid, progress } = order;
  const draft = useDraft(`omo.draft.report.${demandNid}`, { percent: String(progress), content: '', files: [] });
  const form = useRef<HTMLFormElement>(null);
  const faults = useFaults(form, parts);
  const [refusal, setRefusal] = useState<string>();
  const [busy, once] = useSending();
  const percent = textOf(draft.values['percent']);
  const second = order.instalments.find(({ key }) => key === 'second');
  const reaches =
    second?.status === paymentStatus.notDue && progress < secondDueAt && Number(plainNumber(percent)) >= secondDueAt;

  function check(): Record<string, string> {
    const found: Record<string, string> = {};
    const read = percentField.schema.safeParse(percent);
    if (!read.success) found['percent'] = read.error.issues[0]?.message ?? '';
    else if (read.data < progress) found['percent'] = `进度不能低于上一次的 ${progress}%`;
    const words = reportField.schema.safeParse(draft.values['content']);
    if (!words.success) found['content'] = words.error.issues[0]?.message ?? '';
    return { ...found, ...faults.underWay() };
  }

  async function submit() {
    setRefusal(undefined);
    if (!faults.show(check())) return;
    const input = {
      demandNid,
      percent,
      content: draft.values['content'],
      files: listOf(draft.values['files']).join(','),
      requestId: draft.requestId,
    };
    const reply = await once<Reply<unknown>>(() => send(reportProgress, input));
    if (!reply) return;
    if (!reply.ok) {
      if (faults.show(reply.fields)) setRefusal(reply.message);
      return;
    }
    draft.discard();
    toast('进展已提交');
    onSent();
  }

  const change = (key: string) => (value: string | string[]) => {
    draft.change(key, value);
    faults.recheck(key, () => undefined);
  };

  return (
    <WorkForm
      form={form}
      title="写一条进展"
      restored={draft.restored}
      refusal={refusal}
      onSubmit={() => void submit()}
      acts={
        <Button type="submit" tone="pine" busy={busy}>
          提交进展
        </Button>
      }
    >
      <Frame
        id="percent"
        label={percentField.label}
        required
        hint={`上一次 ${progress}%`}
        error={faults.errors['percent']}
      >
        <PercentControl
          id="percent"
          label="进度滑杆"
          least={progress}
          value={percent}
          error={faults.errors['percent']}
          onChange={change('percent')}
        />
      </Frame>
      {reaches && second && (
        <p className={styles.effect}>
          <Icon name="info" size="small" />
          达到 {secondDueAt}%，二期款 {yuan(second.amount)} 将由发布方支付到平台托管。
        </p>
      )}
      <Frame id="content" label={reportField.label} required error={faults.errors['content']}>
        <TextControl
          id="content"
          value={textOf(draft.values['content'])}
          onChange={change('content')}
          error={faults.errors['content']}
          max={500}
          rows={3}
          required
        />
      </Frame>
      <PicturesField
        id="files"
        label={diaryPicturesField.label}
        hint={diaryPicturesField.hint}
        value={listOf(draft.values['files'])}
        onChange={change('files')}
        error={faults.errors['files']}
        max={diaryPictures}
        onPending={faults.onPending('files')}
      />
    </WorkForm>
  );
}
