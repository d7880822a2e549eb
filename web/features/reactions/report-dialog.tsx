import { useState } from 'react';
import {
  type ReportKind,
  type ReportReason,
  reportReasons,
  reportWordsLength,
} from '../../../contract/report-reasons.ts';
import type { reportContent } from '../../../contract/reports.ts';
import { callAt, send } from '../../client/transport.browser.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Frame } from '../../ui/form/frame.tsx';
import { TextControl } from '../../ui/form/text-control.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSending } from '../../ui/use-sending.ts';
import styles from './report-dialog.module.css';

const reasons = Object.entries(reportReasons) as [ReportReason, string][];

/** Asks why; what was typed stays when it is refused. */
export function ReportDialog({ kind, id, onClose }: { kind: ReportKind; id: string; onClose: () => void }) {
  const [reason, setReason] = useState<ReportReason>();
  const [words, setWords] = useState('');
  const [faults, setFaults] = useState<Readonly<Record<string, string | undefined>>>({});
  const [busy, once] = useSending();

  async function report() {
    if (!reason) return setFaults({ reason: '请选择举报原因' });
    setFaults({});
    const call = callAt<typeof reportContent>('/api/Report/send');
    const reply = await once(() => send(call, { kind, id, reason, words }));
    if (!reply) return;
    if (!reply.ok)
      return setFaults(Object.keys(reply.fields).length > 0 ? reply.fields : { other: reply.message || '没能送出' });
    toast(reply.data.already ? '您已经举报过，我们正在处理' : '已收到您的举报，处理结果会通知您');
    onClose();
  }

  return (
    <Dialog
      open
      title="举报"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            取消
          </Button>
          <Button tone="pine" busy={busy} onClick={() => void report()}>
            提交举报
          </Button>
        </>
      }
    >
      <fieldset className={styles.reasons} aria-describedby={faults['reason'] ? 'report-fault' : undefined}>
        <legend>举报原因</legend>
        {reasons.map(([key, label]) => (
          <label key={key}>
            <input type="radio" name="report-reason" checked={reason === key} onChange={() => setReason(key)} />
            {label}
          </label>
        ))}
      </fieldset>
      {faults['reason'] && (
        <p id="report-fault" className={styles.fault} role="alert">
          {faults['reason']}
        </p>
      )}
      <Frame id="report-words" label="补充说明" required={reason === 'other'} error={faults['words']}>
        <TextControl
          id="report-words"
          value={words}
          onChange={setWords}
          error={faults['words']}
          rows={3}
          max={reportWordsLength}
        />
      </Frame>
      {faults['other'] && (
        <p className={styles.fault} role="alert">
          {faults['other']}
        </p>
      )}
    </Dialog>
  );
}
