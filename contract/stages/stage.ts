import type { z } from 'zod';
import { documents, type Field, images, moment, money, text } from '../fields.ts';

/** A field of a demand or a case: what is asked, and the spelling the wire has for it. */
export interface StageField<Out = unknown> extends Field<Out> {
  /** the name inside: column, form control, draft */
  readonly key: string;
  /** the spelling that clients depend on (rulings §1) */
  readonly wire: string;
  /** of a demand's field: inner key of the case field that says it already when a case is entrusted */
  readonly fromCase?: string;
  /**
   * of a demand's field: inner keys of fields of the stages before that say it already, for a follow-on (rulings §3);
   * {@link deliveredKey} and {@link deliveredFilesKey} stand for the pictures and documents of what was done
   */
  readonly fromBefore?: readonly string[];
}

/** Key of what a finished order shows beside its own fields: the pictures of its progress reports. */
export const deliveredKey = 'delivered';
/** The same for documents that were delivered. */
export const deliveredFilesKey = 'deliveredFiles';

/** Which of the page layouts of `/smart/{type}/{flow}` shows this stage's cases. */
export type StageLayout = 'cards' | 'factories' | 'map';

/**
 * One stage of the chain. The seven files beside this one are all there is to know of a stage; a page, form, call or
 * table that knows a stage by name elsewhere is a defect (rulings §1).
 */
export interface Stage {
  /** order in the chain; also order type and case comment type on the wire */
  readonly number: number;
  /** in URLs and in the database */
  readonly key: string;
  readonly name: string;
  /** what one does here, under the tile */
  readonly blurb: string;
  /** how people call who does it */
  readonly provider: string;
  /** leads to the publish form, and says in a line what to write there */
  readonly invitation: string;
  /** wire name in getCase{op}List, save{op}Demand … */
  readonly op: string;
  /** wire name of this stage's status in a my-demand order; not always {@link op} (rulings §1) */
  readonly statusField: string;
  /** wire name of this stage's demand number in a my-demand order */
  readonly nidField: string;
  /** number of the enterprise type that a certification has for this stage (rulings §1) */
  readonly enterpriseType: number;
  /** first letters of a demand's number */
  readonly nidPrefix: string;
  /** days after affirmation until the retention is released by itself (rulings §2) */
  readonly retentionDays: number;
  readonly layout: StageLayout;
  /** cases on the stage page and on its more-page (specification §7) */
  readonly pageSize: { readonly recommended: number; readonly more: number };
  /** in the order of the form; the last two, deadline and budget, are its last step */
  readonly demand: readonly StageField[];
  readonly case: readonly StageField[];
  /** case fields that a card shows as facts, by inner key, the most telling first; absent: the first few */
  readonly headline?: readonly string[];
  /** the case field in percent that a card draws as a bar */
  readonly gauge?: Gauge;
  /** the heading over the open demands with the largest `quantity`; absent: the stage has no such list */
  readonly needTop?: string;
  /** over the publish entry; `{type}` stands for the category's name */
  readonly question?: string;
}

/** A case field in percent, and what its values mean: a word for each band, which ends below `below`. */
export interface Gauge {
  readonly key: string;
  readonly bands: readonly { readonly below: number; readonly word: string }[];
}

/** The band that a value lies in says what it means; '' above the last. */
export function wordOf({ bands }: Gauge, value: number): string {
  return bands.find(({ below }) => value < below)?.word ?? '';
}

/** The field of a demand that names a region: where it is to go, of the stages that ask. */
export const regionField = ({ demand }: Stage): StageField | undefined =>
  demand.find(({ widget }) => widget.kind === 'regions');

export function defineStage(stage: Stage): Stage {
  return stage;
}

export function wired<Out>(key: string, wire: string, field: Field<Out>): StageField<Out> {
  return { ...field, key, wire };
}

/** A demand's field whose value a case of the stage may already have, under this inner key. */
function tied<Out>(fromCase: string, field: StageField<Out>): StageField<Out> {
  return { ...field, fromCase };
}

/** A demand's field whose value the stages before may already have, under these inner keys, the best first. */
export function handed<Out>(fromBefore: readonly string[], field: StageField<Out>): StageField<Out> {
  return { ...field, fromBefore };
}

/** What every demand asks for (specification §5 "Demand, common"). */
export const common = {
  name: handed(
    ['name'],
    tied(
      'name',
      wired(
        'name',
        'name',
        text({
          label: '产品名称',
          required: '请输入产品名称！',
          min: [2, '请至少输入两个字的产品名称'],
          max: [20, '产品名称过长！'],
          example: '可折叠旅行婴儿床',
        }),
      ),
    ),
  ),
  // The material is a field of its own where it is bought; after that it is a line of what is to be known.
  description: handed(
    ['wood'],
    wired(
      'description',
      'demandDescribe',
      text({
        label: '需求说明',
        hint: '尺寸、材料、看样方式，15–1000 字',
        required: '请输入需求说明！',
        min: [15, '请至少输入15个字的需求说明'],
        max: [1000, '需求说明过长！'],
        rows: 6,
        example: '榉木框架，护栏间距 58 毫米，四角圆弧不小于 R20，先看白坯再上水性漆。',
      }),
    ),
  ),
  pictures: (wire = 'demandPic') =>
    handed(
      [deliveredKey, 'pictures'],
      tied(
        'pictures',
        wired(
          'pictures',
          wire,
          images({
            label: '参考图片',
            hint: '1–6 张，可拖动排序',
            required: '请至少上传一张参考图片',
            max: 6,
            example: '/files/example.jpg',
          }),
        ),
      ),
    ),
  files: handed(
    [deliveredFilesKey, 'files'],
    wired('files', 'files', documents({ label: '图纸与附件', hint: '选填，最多 5 份', max: 5, example: '' })),
  ),
  deadline: wired(
    'deadline',
    'issueEndTime',
    moment({ label: '截止时间', required: '请设置截止时间', example: '4102444800' }),
  ),
  budget: wired(
    'budget',
    'budget',
    money({
      label: '预算',
      required: '请输入您的预算',
      negative: '预算不能为负',
      min: [1000, '最低预算10元人民币'],
      example: '3500.00',
    }),
  ),
};

/** The keys that are columns of their own; every other field of a stage is kept among the demand's details. */
export const commonKeys: readonly string[] = ['name', 'description', 'pictures', 'files', 'deadline', 'budget'];

/** The last step of the form: when and how much. */
export const termKeys: readonly string[] = ['deadline', 'budget'];

/** Whether bidders reckon with it: a change of it voids the tenders (rulings §2). */
export const binding = ({ key }: Pick<StageField, 'key'>): boolean =>
  termKeys.includes(key) || !commonKeys.includes(key);

/** Of a video field's wire name or inner key: the name of the picture that stands for the film until it begins. */
export const posterOf = (name: string): string => `${name}_poster`;

/** Schema of the wire's fields, in form order, so that the first message is the first field's. */
export function wireShape(fields: readonly StageField[]): Record<string, z.ZodType> {
  return Object.fromEntries(fields.map((field) => [field.wire, field.schema]));
}

/** Values by wire name → by inner name. */
export function inward(
  fields: readonly StageField[],
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field.key, values[field.wire]]));
}

/** Names by inner name → by wire name, for messages that concern a field. */
export function wireName(fields: readonly StageField[], key: string): string {
  return fields.find((field) => field.key === key)?.wire ?? key;
}
