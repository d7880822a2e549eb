import { Alert, Button } from 'antd';
import { useState } from 'react';
import type { Reply } from '../../../contract/call.ts';
import { textOf } from '../../ui/form/draft.ts';
import { useDraft } from '../../ui/form/use-draft.ts';
import { useSending } from '../../ui/use-sending.ts';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import { ReasonBox } from './reason-box.tsx';

/** Which keys do what, for `ReviewScreen`: by the words that there are to be said. */
export const decisionKeys = (yes: string | undefined, no: string | undefined): (readonly [string, string])[] => [
  ...(yes === undefined ? [] : [['A', yes] as const]),
  ...(no === undefined ? [] : [['R', `写${no}的原因`] as const]),
];

const empty = { reason: '' };

/**
 * A word with one reason: A says yes (which may ask first), R leads to where the reason is written, Ctrl Enter sends it. What is
 * written stays on this device until the word is said.
 */
export function Decision<Out>({
  draft: place,
  may,
  held,
  yes,
  no,
  templates,
  reasonLabel,
  reasonHint,
  send,
  onDone,
  onYes,
  onReload,
}: {
  /** names what is written, by the thing and by what was looked at */
  draft: string;
  may: { enabled: boolean; reason: string };
  /** a colleague has it */
  held: boolean;
  /** undefined where there is only the other */
  yes: string | undefined;
  no: string | undefined;
  templates: readonly string[];
  reasonLabel: string;
  reasonHint: string;
  send: (decision: 'yes' | 'no', reason: string) => Promise<Reply<Out>>;
  onDone: (decision: 'yes' | 'no', out: Out) => void;
  /** asks before it is sent; without it, it is sent at once */
  onYes?: () => void;
  onReload: () => void;
}) {
  const draft = useDraft(`omo.draft.verdict.${place}`, empty);
  const reason = textOf(draft.values['reason']);
  const [fault, setFault] = useState<string>();
  const [refusal, setRefusal] = useState<{ text: string; stale: boolean }>();
  const [busy, once] = useSending();
  const open = may.enabled && !held;
  const write = () => document.getElementById('reason')?.focus();

  async function act(decision: 'yes' | 'no') {
    setFault(undefined);
    setRefusal(undefined);
    const reply = await once(() => send(decision, decision === 'no' ? reason : ''));
    if (!reply) return;
    if (reply.ok) {
      draft.discard();
      return onDone(decision, reply.data);
    }
    if (reply.fields['reason']) {
      setFault(reply.fields['reason']);
      write();
    } else setRefusal({ text: reply.message, stale: reply.code === 1005 });
  }

  const approve = () => (onYes ? onYes() : void act('yes'));
  useShortcuts({
    a: open && yes && !busy ? approve : undefined,
    r: open && no ? write : undefined,
  });
  return (
    <>
      {!may.enabled && <Alert type="warning" showIcon title={may.reason} style={{ marginBottom: 8 }} />}
      {yes && (
        <Button type="primary" block disabled={!open} loading={busy} onClick={approve} style={{ marginBottom: 12 }}>
          {yes}
        </Button>
      )}
      {no && (
        <>
          <ReasonBox
            id="reason"
            label={reasonLabel}
            hint={reasonHint}
            value={reason}
            rows={3}
            templates={templates}
            error={fault}
            disabled={!open}
            onChange={(text) => {
              setFault(undefined);
              draft.change('reason', text);
            }}
            onSend={() => void act('no')}
          />
          <Button danger block disabled={!open} loading={busy} onClick={() => void act('no')} style={{ marginTop: 12 }}>
            {no}
          </Button>
        </>
      )}
      {refusal && (
        <Alert
          type="error"
          showIcon
          role="alert"
          style={{ marginTop: 12 }}
          title={refusal.text}
          action={
            refusal.stale && (
              <Button size="small" onClick={onReload}>
                看最新状态
              </Button>
            )
          }
        />
      )}
    </>
  );
}
