import { Alert, Button } from 'antd';
import { useState } from 'react';
import type { Reply } from '../../../contract/call.ts';
import { errorKinds } from '../../../contract/errors.ts';
import { textOf } from '../../ui/form/draft.ts';
import { useDraft } from '../../ui/form/use-draft.ts';
import { toast } from '../../ui/toast.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import { Ask } from './ask.tsx';
import { ReasonBox } from './reason-box.tsx';

/** Which keys do what, for `ReviewScreen`: by the words that there are to be said. */
export const decisionKeys = (yes: string | undefined, no: string | undefined): (readonly [string, string])[] => [
  ...(yes === undefined ? [] : [['A', yes] as const]),
  ...(no === undefined
    ? []
    : ([
        ['R', `写${no}的原因`],
        ['Ctrl Enter', `写完后${no}`],
        ['Esc', '离开原因'],
      ] as const)),
];

const empty = { reason: '' };

/**
 * A word with one reason: A asks whether yes is meant, R leads to where the reason is written, Ctrl Enter sends it. No single key
 * decides. What is written stays on this device until the word is said.
 */
export function Decision<Out>({
  draft: place,
  may,
  held,
  yes,
  no,
  question,
  templates,
  reasonLabel,
  reasonHint,
  send,
  onDone,
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
  /** before yes is sent: what it does, to what */
  question: {
    title: string;
    text: string;
    figures: readonly (readonly [label: string, value: string])[];
    action: string;
  };
  templates: readonly string[];
  reasonLabel: string;
  reasonHint: string;
  send: (decision: 'yes' | 'no', reason: string) => Promise<Reply<Out>>;
  onDone: (decision: 'yes' | 'no', out: Out) => void;
  onReload: () => void;
}) {
  const draft = useDraft(`omo.draft.verdict.${place}`, empty);
  const reason = textOf(draft.values['reason']);
  const [fault, setFault] = useState<string>();
  const [refusal, setRefusal] = useState<{ text: string; stale: boolean }>();
  const [asked, setAsked] = useState(false);
  const [busy, once] = useSending();
  const open = may.enabled && !held;
  const write = () => document.getElementById('reason')?.focus();

  const done = (decision: 'yes' | 'no', out: Out) => {
    draft.discard();
    onDone(decision, out);
  };
  const ask = () => {
    setRefusal(undefined);
    setAsked(true);
  };

  async function refuse() {
    setFault(undefined);
    setRefusal(undefined);
    const reply = await once(() => send('no', reason));
    if (!reply) return;
    if (reply.ok) return done('no', reply.data);
    if (reply.fields['reason']) {
      setFault(reply.fields['reason']);
      write();
    } else setRefusal({ text: reply.message, stale: reply.code === errorKinds.state_conflict.code });
  }

  useShortcuts({
    a: open && yes && !busy ? ask : undefined,
    r: open && no ? write : undefined,
  });
  return (
    <>
      {!may.enabled && <Alert type="warning" showIcon title={may.reason} style={{ marginBottom: 8 }} />}
      {yes && (
        <Button type="primary" block disabled={!open || busy} onClick={ask} style={{ marginBottom: 12 }}>
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
            onSend={() => void refuse()}
          />
          <Button danger block disabled={!open} loading={busy} onClick={() => void refuse()} style={{ marginTop: 12 }}>
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
      {asked && (
        <Ask
          title={question.title}
          question={question.text}
          figures={question.figures}
          action={question.action}
          send={() => send('yes', '')}
          onRefused={({ code, message }) => {
            setAsked(false);
            toast(message, 'failure');
            // What is shown is not what stands any more; nothing written is lost by looking again.
            if (code === errorKinds.state_conflict.code) onReload();
          }}
          onDone={(out) => {
            setAsked(false);
            done('yes', out);
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
