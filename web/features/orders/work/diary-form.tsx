import { useState } from 'react';
import type { Reply } from '../../../../contract/call.ts';
import {
  diaryPictures,
  diaryPicturesField,
  percentField,
  reportField,
  reportProgress,
} from '../../../../contract/order-work.ts';
import { pictureAt } from '../../../../contract/pictures.ts';
import { secondDueAt } from '../../../../contract/process/facts.ts';
import { paymentStatus } from '../../../../contract/statuses.ts';
import { send } from '../../../client/transport.browser.ts';
import { Button } from '../../../ui/button.tsx';
import { Frame } from '../../../ui/form/frame.tsx';
import { ImagesControl } from '../../../ui/form/images-control.tsx';
import { PercentControl } from '../../../ui/form/percent-control.tsx';
import { TextControl } from '../../../ui/form/text-control.tsx';
import { useDraft } from '../../../ui/form/use-draft.ts';
import { Icon } from '../../../ui/icon.tsx';
import { toast } from '../../../ui/toast.tsx';
import { yuan } from '../../../ui/time.ts';
import { useSending } from '../../../ui/use-sending.ts';
import { sendImage } from '../../uploads.ts';
import type { OrderInfo } from '../wire.ts';
import styles from './work.module.css';

const listOf = (value: string | readonly string[] | undefined): string[] => (Array.isArray(value) ? [...value] : []);
const textOf = (value: string | readonly string[] | undefined): string => (typeof value === 'string' ? value : '');

/** The provider's report: how far, in words, with pictures. What was typed stays on this device until it is sent. */
export function DiaryForm({ order, onSent }: { order: OrderInfo; onSent: () => void }) {
  const { demandNid, progress } = order;
  const draft = useDraft(`omo.draft.report.${demandNid}`, { percent: String(progress), content: '', files: [] });
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState<string>();
  const [pending, setPending] = useState(0);
  const [busy, once] = useSending();
  const percent = textOf(draft.values['percent']);
  const second = order.instalments.find(({ key }) => key === 'second');
  const reaches = second?.status === paymentStatus.notDue && progress < secondDueAt && Number(percent) >= secondDueAt;

  function check(): Record<string, string> {
    const found: Record<string, string> = {};
    const read = percentField.schema.safeParse(percent);
    if (!read.success) found['percent'] = read.error.issues[0]?.message ?? '';
    else if (read.data < progress) found['percent'] = `进度不能低于上一次的 ${progress}%`;
    const words = reportField.schema.safeParse(draft.values['content']);
    if (!words.success) found['content'] = words.error.issues[0]?.message ?? '';
    if (pending > 0) found['files'] = '图片还没有传完，请稍候或移除';
    return found;
  }

  async function submit() {
    setRefusal(undefined);
    const found = check();
    setFaults(found);
    if (Object.keys(found).length > 0) return;
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
      setFaults(reply.fields);
      setRefusal(reply.message);
      return;
    }
    draft.discard();
    toast('进展已提交');
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
      <h3>写一条进展{draft.restored && <small>已恢复上次没有提交的内容</small>}</h3>
      <Frame id="percent" label={percentField.label} required hint={`上一次 ${progress}%`} error={faults['percent']}>
        <PercentControl
          id="percent"
          label="进度滑杆"
          least={progress}
          value={percent}
          error={faults['percent']}
          onChange={change('percent')}
        />
      </Frame>
      {reaches && second && (
        <p className={styles.effect}>
          <Icon name="info" size="small" />
          达到 {secondDueAt}%，二期款 {yuan(second.amount)} 将由发布方支付到平台托管。
        </p>
      )}
      <Frame id="content" label={reportField.label} required error={faults['content']}>
        <TextControl
          id="content"
          value={textOf(draft.values['content'])}
          onChange={change('content')}
          error={faults['content']}
          max={500}
          rows={3}
          required
        />
      </Frame>
      <Frame
        id="files"
        label={diaryPicturesField.label}
        required={false}
        hint={diaryPicturesField.hint}
        group
        error={faults['files']}
      >
        <ImagesControl
          id="files"
          value={listOf(draft.values['files'])}
          onChange={change('files')}
          error={faults['files']}
          max={diaryPictures}
          upload={sendImage}
          onPending={setPending}
          thumb={(url) => pictureAt(url, 320)}
          cover={false}
        />
      </Frame>
      {refusal && (
        <p className={styles.refusal} role="alert">
          <Icon name="warn" size="small" />
          {refusal}
        </p>
      )}
      <Button type="submit" tone="pine" busy={busy}>
        提交进展
      </Button>
    </form>
  );
}
