import type { FormRule } from 'antd';
import type { Field } from '../../../contract/fields.ts';

/** What a form says of a value is what the server would say: the contract's own schema. */
export const ruleOf = ({ schema }: Pick<Field, 'schema'>): FormRule => ({
  validator: async (_rule, value: unknown) => {
    const read = schema.safeParse(value);
    if (!read.success) throw new Error(read.error.issues[0]?.message ?? '填写有误');
  },
});
