import { Button, Descriptions, Modal } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import type { Reply } from '../../../contract/call.ts';
import type { ClaimKind } from '../../../contract/operator/claims.ts';
import { ClaimBanner, useClaim } from './claim.tsx';
import { FormShell, type Refused } from './form-shell.tsx';

interface AskProps<Values extends object, Out> {
  title: string;
  /** of a queue: nobody else decides over it meanwhile */
  claim?: { kind: ClaimKind; id: string };
  /** what it does, in a sentence */
  question?: ReactNode;
  /** sums and names in question, so that the answer is given to them and not to a habit */
  figures?: readonly (readonly [label: string, value: ReactNode])[];
  /** what the button does, in its own words: 驳回 ¥240.00 */
  action: string;
  danger?: boolean;
  initial?: Partial<Values>;
  send: (values: Values) => Promise<Reply<Out>>;
  onDone: (data: Out, values: Values) => void;
  /** where what was refused is told elsewhere than under the question */
  onRefused?: (reply: Refused) => void;
  onClose: () => void;
  /** what has to be filled in with it */
  children?: ReactNode;
}

/** Asks before a deed. Stands in the page only while it asks. Enter in a line of it does what the button does. */
export function Ask<Values extends object, Out>(props: AskProps<Values, Out>) {
  const {
    title,
    claim: claimed,
    question,
    figures = [],
    action,
    danger,
    initial,
    send,
    onDone,
    onRefused,
    onClose,
    children,
  } = props;
  const form = useId();
  const [busy, setBusy] = useState(false);
  const claim = useClaim(claimed?.kind, claimed?.id);
  return (
    <Modal
      open
      title={title}
      onCancel={onClose}
      mask={{ closable: false }}
      width={520}
      footer={[
        <Button key="back" onClick={onClose} disabled={busy}>
          再想想
        </Button>,
        <Button
          key="act"
          type="primary"
          danger={danger}
          loading={busy}
          disabled={claim?.held}
          // The first field has it where there is something to fill in.
          autoFocus={!children}
          htmlType="submit"
          form={form}
        >
          {action}
        </Button>,
      ]}
    >
      <ClaimBanner claim={claim} />
      {question && <p style={{ marginBottom: 12 }}>{question}</p>}
      {figures.length > 0 && (
        <Descriptions
          size="small"
          column={1}
          bordered
          style={{ marginBottom: 16 }}
          styles={{ label: { width: 112 } }}
          items={figures.map(([label, value]) => ({ key: label, label, children: value }))}
        />
      )}
      <FormShell<Values, Out>
        id={form}
        initial={initial}
        action={null}
        onBusy={setBusy}
        send={send}
        onDone={onDone}
        onRefused={onRefused}
        label={title}
      >
        {children}
      </FormShell>
    </Modal>
  );
}
