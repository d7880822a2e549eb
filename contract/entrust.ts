import { z } from 'zod';
import { defineCall } from './call.ts';
import type { Stage } from './stages/stage.ts';
import { optional, recordId, requestId } from './wire.ts';

/** A value that the case and the form have in common, as the form's control takes it, by the demand field's inner key. */
export type Prefilled = Readonly<Record<string, string | readonly string[]>>;

/**
 * What a case says already of the demand that entrusts it: the fields that the catalogue ties together (`fromCase`), cut to
 * what the form takes. Everything can be changed before it is sent.
 */
export function prefillFromCase(
  stage: Stage,
  told: { name: string; pictures: readonly string[] } & Readonly<Record<string, unknown>>,
): Prefilled {
  const values: Record<string, string | readonly string[]> = {};
  for (const field of stage.demand) {
    if (field.fromCase === undefined) continue;
    const value = told[field.fromCase];
    if (field.widget.kind === 'images' && Array.isArray(value))
      values[field.key] = (value as string[]).slice(0, field.widget.max);
    else if (typeof value === 'string' && value !== '') values[field.key] = fitting(field.schema, value);
  }
  return values;
}

/** As much of a text as the field takes; nothing where even a beginning of it is refused. */
export function fitting(schema: z.ZodType, value: string): string {
  const letters = [...value];
  for (let length = letters.length; length > 0; length -= 1) {
    const beginning = letters.slice(0, length).join('');
    if (schema.safeParse(beginning).success) return beginning;
  }
  return '';
}

/**
 * Entrusts a case of somebody else to its provider (feature D-12). Beside the fields named here it takes those of the
 * stage's demand form, under their wire names; they are checked as a demand's are. Budget and deadline become the agreed terms.
 */
export const postCaseDelegate = defineCall({
  path: '/api/Omo/postCaseDelegate',
  auth: 'user',
  input: z.looseObject({
    /** stage number */
    type: z.coerce.number('环节编号须为整数').int('环节编号须为整数').min(1, '环节编号有误').max(99, '环节编号有误'),
    case_id: recordId('案例编号'),
    /** the product line that it joins (rulings §3); without it a line begins */
    productLineNid: optional(z.string('产品线编号有误').max(40, '产品线编号有误')),
    /** made by the client, once per form: the same form sent twice entrusts once */
    requestId,
  }),
  output: z.object({
    id: z.string(),
    demandNid: z.string(),
    productLineNid: z.string(),
    orderStatus: z.number().int(),
  }),
  summary: 'Entrusts a case: a private demand in status 2, for the provider of the case alone to accept or decline',
});
