import { z } from 'zod';
import { defineCall } from './call.ts';
import { fitting } from './entrust.ts';
import { paging } from './fields.ts';
import { inFigures } from './figures.ts';
import type { Stage, StageField } from './stages/stage.ts';

/** What one demand of a product line says, by inner key of its stage's fields; money and moments left out. */
export interface Told {
  readonly stage: Stage;
  readonly demandNid: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** A value that a demand of the line has said already, as the form's control takes it, and which demand that was. */
export interface Handed {
  /** inner key of the form's field */
  readonly key: string;
  readonly value: string | readonly string[];
  readonly from: Told;
}

/**
 * What a follow-on's form can take over (rulings §3): each field from the nearest stage before that says it, by what the
 * catalogue ties together (`fromBefore`), cut to what the field takes. `told` begins with the stage before. A stage that is
 * raised again takes over everything from the demand that came to nothing, `again`, and only what that lacks from the others.
 */
export function prefillFromLine(stage: Stage, told: readonly Told[], again?: Told): Handed[] {
  return stage.demand.flatMap((field) => {
    const ways = [
      ...(again ? [{ from: again, keys: [field.key] }] : []),
      ...told.map((from) => ({ from, keys: field.fromBefore ?? [] })),
    ];
    for (const { from, keys } of ways) {
      const value = takenOver(field, from, keys);
      if (value.length > 0) return [{ key: field.key, value, from }];
    }
    return [];
  });
}

/** Empty where nothing of it can be taken over. */
function takenOver(field: StageField, { stage, values }: Told, keys: readonly string[]): string | readonly string[] {
  const sources = keys.flatMap((key) => {
    const value = values[key];
    const source = stage.demand.find((one) => one.key === key);
    return value === undefined || value === null || value === '' ? [] : [{ value, source }];
  });
  const { widget } = field;
  switch (widget.kind) {
    case 'images':
    case 'documents':
      return [...new Set(sources.flatMap(({ value }) => texts(value)))].slice(0, widget.max);
    case 'choices': {
      const said = new Set(sources.flatMap(({ value }) => texts(value)));
      return widget.options.map((option) => option.value).filter((option) => said.has(option));
    }
    case 'select': {
      const said = sources.flatMap(({ value }) => texts(value));
      return said.find((one) => widget.options.some((option) => option.value === one)) ?? '';
    }
    case 'regions': {
      const same = sources.find(({ source }) => source?.widget.kind === 'regions');
      return same ? texts(same.value) : [];
    }
    case 'number': {
      // Twelve cubic metres of wood are not twelve beds.
      const same = sources.find(({ source }) => source?.widget.kind === 'number' && source.widget.unit === widget.unit);
      return same ? String(same.value) : '';
    }
    case 'textarea': {
      const lines = sources.map(({ value, source }) =>
        source === undefined || source.widget.kind === 'textarea'
          ? texts(value).join('、')
          : `${source.label}：${inWords(source, value)}`,
      );
      return fitting(field.schema, lines.join('\n')) || [...lines.join('\n')].slice(0, widget.max).join('');
    }
    case 'text': {
      const [first] = sources.flatMap(({ value }) => texts(value));
      return first === undefined ? '' : fitting(field.schema, first);
    }
    default:
      return '';
  }
}

const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).map(String).filter((one) => one !== '');

const inWords = ({ widget }: StageField, value: unknown): string =>
  widget.kind === 'number' ? inFigures(String(value), widget.unit) : texts(value).join('、');

const demandType = z.coerce
  .number('环节编号须为整数')
  .int('环节编号须为整数')
  .min(1, '环节编号有误')
  .max(99, '环节编号有误');

/** A finished order that a line goes on from, or the one that came to nothing and is raised again. */
const followOnOrder = z.object({
  productLineNid: z.string(),
  /** of the order that the form takes over from */
  demandNid: z.string(),
  name: z.string(),
  /** its stage: number and name */
  orderType: z.number().int(),
  stageName: z.string(),
  /** category key */
  type: z.string(),
  orderStatus: z.number().int(),
  demandStatusName: z.string(),
  /** who worked on it; '' for one that nobody took on */
  providerName: z.string(),
  picture: z.string(),
  /** seconds since 1970, when it came to its present status */
  time: z.number().int(),
});
export type FollowOnOrder = z.output<typeof followOnOrder>;

/** 我的订单: largest number that one asks for at once. */
export const followOnPageSize = 100;

export const getFollowOnOrders = defineCall({
  path: '/api/Demand/getFollowOnOrders',
  auth: 'user',
  input: z.object({ demandType, ...paging(followOnPageSize) }),
  output: z.array(followOnOrder),
  paged: true,
  summary:
    'Finished orders of the caller whose product line takes a demand in stage demandType under the chain rule, newest first',
});

export const getFollowOnPrefill = defineCall({
  path: '/api/Demand/getFollowOnPrefill',
  auth: 'user',
  input: z.object({
    demandType,
    productLineNid: z.string('请指明产品线编号').trim().min(1, '请指明产品线编号').max(40, '产品线编号有误'),
  }),
  output: z.object({
    order: followOnOrder,
    /** of all that the stages before deliver (`contract/handing-on.ts`), to be sent with the demand; '' where there are none */
    inputHash: z.string(),
    values: z.array(
      z.object({
        /** the form's field, by wire name */
        field: z.string(),
        /** comma-separated for lists */
        value: z.string(),
        /** the demand that said it, and its stage in words */
        demandNid: z.string(),
        stageName: z.string(),
      }),
    ),
  }),
  summary: 'What a demand in stage demandType takes over from a product line that the chain rule lets it join',
});
