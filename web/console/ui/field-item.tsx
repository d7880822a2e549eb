import { Checkbox, Form, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import type { Field, Widget } from '../../../contract/fields.ts';
import { ruleOf } from './rule.ts';

/** A field of the contract as an item of a form: its label, its rules, and its control unless another is given. */
export function FieldItem({
  name,
  field,
  label = field.label,
  hint = field.hint,
  autoFocus,
  children,
}: {
  /** as the call has it */
  name: string;
  field: Field;
  label?: string;
  hint?: ReactNode;
  autoFocus?: boolean;
  /** a control of one's own, which takes `value` and `onChange` */
  children?: ReactNode;
}) {
  return (
    <Form.Item name={name} label={label} extra={hint} required={field.required} rules={[ruleOf(field)]}>
      {children ?? controlOf(field.widget, autoFocus)}
    </Form.Item>
  );
}

function controlOf(widget: Widget, autoFocus?: boolean): ReactNode {
  switch (widget.kind) {
    case 'text':
      return <Input maxLength={widget.max} inputMode={widget.inputMode} autoFocus={autoFocus} />;
    case 'textarea':
      return (
        <Input.TextArea
          maxLength={widget.max}
          showCount
          autoSize={{ minRows: widget.rows, maxRows: 12 }}
          // The counter hangs below the box: what is said of the field begins under it.
          style={{ marginBottom: 22 }}
          autoFocus={autoFocus}
        />
      );
    case 'number':
      return <Input inputMode="numeric" suffix={widget.unit} autoFocus={autoFocus} />;
    case 'money':
      return <Input inputMode="decimal" suffix={widget.unit} autoFocus={autoFocus} />;
    case 'select':
      return <Select options={[...widget.options]} autoFocus={autoFocus} />;
    case 'choices':
      return <Checkbox.Group options={[...widget.options]} />;
    default:
      throw new Error(`a control for ${widget.kind} is given by the form`);
  }
}
