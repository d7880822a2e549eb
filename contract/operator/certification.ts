import { z } from 'zod';
import { defineCall } from '../call.ts';
import { paging, text } from '../fields.ts';
import { certificationStatus } from '../statuses.ts';
import { privateFile } from '../uploads.ts';
import { oneOf, recordId } from '../wire.ts';

/** Calls of the operators who look at papers (feature P-02): roles reviewer and admin; auditors look on, at what is not covered. */

export const refusalReasonField = text({
  label: '驳回原因',
  required: '请写明原因，申请人会看到',
  min: [2, '原因至少2个字'],
  max: [200, '原因最多200个字'],
  rows: 2,
  example: '营业执照照片反光，注册号看不清，请重新拍摄',
});

const row = z.object({
  id: z.string(),
  nickname: z.string(),
  /** 1 individual, 2 enterprise */
  account_type: z.number().int(),
  typeName: z.string(),
  region: z.string(),
  status: z.number().int(),
  statusName: z.string(),
  /** how often it was handed in */
  revision: z.number().int(),
  submitTime: z.number().int(),
  decideTime: z.number().int().nullable(),
  /** who decided; '' for nobody yet */
  decidedBy: z.string(),
  /** labels of what was refused */
  refused: z.array(z.string()),
});
/** Without the names on the papers: whoever looks at those opens one by one, which is noted. */
export type OperatorCertification = z.output<typeof row>;

export const operatorCertifications = defineCall({
  path: '/api/operator/certifyList',
  auth: 'operator',
  input: z.object({
    status: oneOf(Object.values(certificationStatus).map(String), '0', '认证状态不在可选范围内'),
    ...paging(20, 100),
  }),
  output: z.array(row),
  paged: true,
  summary: 'Certifications by status: those that wait oldest first, the others newest first',
});

const id = recordId('认证编号');

const item = z.object({
  /** wire name */
  item: z.string(),
  label: z.string(),
  required: z.boolean(),
  kind: z.enum(['text', 'images', 'documents']),
  /** in words; '' for files */
  text: z.string(),
  files: z.array(privateFile),
  /** more was handed in than the one who asks may see */
  covered: z.boolean(),
  /** why it is refused; '' for what is not */
  reason: z.string(),
  /** handed in anew: why it was refused the time before; '' for what was not */
  answers: z.string(),
});
export type EvidenceItem = z.output<typeof item>;

export const operatorCertification = defineCall({
  path: '/api/operator/certifyInfo',
  auth: 'operator',
  input: z.object({ id }),
  output: row.extend({
    /** whose it is */
    userId: z.string(),
    /** as on the papers; a person's is covered for who does not decide */
    name: z.string(),
    items: z.array(item),
    /** what the one who asks may do, and why not */
    actions: z.array(z.object({ action: z.enum(['pass', 'refuse']), enabled: z.boolean(), reason: z.string() })),
    /** id of what waits after it; null for nothing */
    next: z.string().nullable(),
  }),
  summary: 'One certification; for who decides with its papers, as links that run out; that it was looked at is kept',
});

const reasons = z.preprocess(
  (value) => {
    if (typeof value !== 'string' || value === '') return value === '' ? undefined : value;
    try {
      return JSON.parse(value) as unknown;
    } catch {
      return null;
    }
  },
  z.record(z.string().max(40), refusalReasonField.schema, '驳回原因格式有误').optional(),
);

export const decideCertification = defineCall({
  path: '/api/operator/certifyDecide',
  auth: 'operator',
  input: z.object({
    id,
    /** of what was looked at */
    revision: z.coerce.number('版本有误').int('版本有误').min(1, '版本有误').max(1_000_000, '版本有误'),
    decision: z.enum(['pass', 'refuse'], '请选择通过或驳回'),
    /** of a refusal: a JSON object from the items' wire names to reasons */
    reasons,
  }),
  output: z.object({ status: z.number().int(), next: z.string().nullable() }),
  summary: 'Passes a certification, or refuses items of it with a reason each',
});
