import { Alert, Button, Form, type FormInstance } from 'antd';
import { type ReactNode, useState } from 'react';
import type { Reply } from '../../../contract/call.ts';
import { useSending } from '../../ui/use-sending.ts';

export type Refused = Extract<Reply<unknown>, { ok: false }>;

interface FormShellProps<Values extends object, Out> {
  /** of `Form.useForm`, where somebody outside reads or sets what is in it */
  form?: FormInstance<Values>;
  /** of the element, for a button that stands outside of it and sends it */
  id?: string;
  /** names the form for those who hear it */
  label?: string;
  initial?: Partial<Values>;
  /** sends what was filled in, once; the answer's `fields` are told beside the fields of the same names */
  send: (values: Values) => Promise<Reply<Out>>;
  onDone: (data: Out, values: Values) => void;
  /** where what is wrong with no field is told elsewhere than under them */
  onRefused?: (reply: Refused) => void;
  /** as somebody types */
  onChange?: (values: Values) => void;
  onBusy?: (busy: boolean) => void;
  /** the button's words; null where the button stands elsewhere */
  action: string | null;
  /** beside the button */
  extra?: ReactNode;
  /** `Form.Item`s and `FieldItem`s */
  children: ReactNode;
}

/** After the label, as everywhere in the portal. Seen, and not read out: the control itself says that it is required. */
const starred = (label: ReactNode, { required }: { required: boolean }) => (
  <>
    {label}
    {required && (
      <span aria-hidden="true" style={{ marginInlineStart: 4, color: 'var(--danger)' }}>
        *
      </span>
    )}
  </>
);

/**
 * A console's form: each field says what is wrong with it, in the contract's words before sending and in the server's after; what
 * was typed stays until it was taken.
 */
export function FormShell<Values extends object, Out>(props: FormShellProps<Values, Out>) {
  const { id, label, initial, send, onDone, onRefused, onChange, onBusy, action, extra, children } = props;
  const [form] = Form.useForm<Values>(props.form);
  const [refusal, setRefusal] = useState<string>();
  const [busy, once] = useSending();

  async function submit(values: Values) {
    setRefusal(undefined);
    onBusy?.(true);
    const reply = await once(() => send(values));
    onBusy?.(false);
    if (!reply) return;
    if (reply.ok) return onDone(reply.data, values);
    const known = new Set(Object.keys(form.getFieldsValue(true) as object));
    const told = Object.entries(reply.fields).filter(([name]) => known.has(name));
    form.setFields(told.map(([name, text]) => ({ name: name as never, errors: [text] })));
    const [first] = told;
    if (first) form.scrollToField(first[0] as never, { behavior: 'instant', block: 'center', focus: true });
    else if (onRefused) onRefused(reply);
    else setRefusal(reply.message);
  }

  return (
    <Form<Values>
      form={form}
      id={id}
      layout="vertical"
      requiredMark={starred}
      aria-label={label}
      initialValues={initial as Values}
      scrollToFirstError={{ behavior: 'instant', block: 'center', focus: true }}
      validateTrigger={['onBlur', 'onSubmit']}
      onFinish={(values) => void submit(values)}
      onValuesChange={(_changed, values: Values) => onChange?.(values)}
      autoComplete="off"
    >
      {children}
      {refusal && <Alert type="error" showIcon role="alert" title={refusal} style={{ marginBottom: 16 }} />}
      {action !== null && (
        <div style={{ display: 'flex', gap: 8 }}>
          <Button type="primary" htmlType="submit" loading={busy}>
            {action}
          </Button>
          {extra}
        </div>
      )}
    </Form>
  );
}
