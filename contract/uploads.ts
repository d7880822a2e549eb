import { z } from 'zod';
import { defineCall } from './call.ts';

const megabyte = 1024 * 1024;

/** What may be uploaded: the largest size in bytes, the endings that are offered, and how a refusal names them. */
export const uploadKinds = {
  image: { maxBytes: 10 * megabyte, endings: ['.jpg', '.jpeg', '.png', '.webp'], tooLarge: '图片不能超过10MB' },
  document: {
    maxBytes: 20 * megabyte,
    endings: ['.xls', '.xlsx', '.doc', '.docx', '.pdf', '.zip', '.rar'],
    tooLarge: '文件不能超过20MB',
  },
  video: { maxBytes: 100 * megabyte, endings: ['.mp4'], tooLarge: '视频不能超过100MB' },
} as const;

export type UploadKind = keyof typeof uploadKinds;

/** Said when an upload fails without a reason of its own (specification §8). */
export const uploadFailed = '上传图片失败！';

const picture = z.object({
  id: z.string(),
  /** the address to store; contract/pictures.ts derives every variant from it */
  url: z.string(),
  /** pixels */
  width: z.number().int(),
  height: z.number().int(),
});

const file = z.object({ id: z.string(), url: z.string(), name: z.string(), bytes: z.number().int() });

/** One picture in the multipart field `file` (specification §7). */
export const uploadImage = defineCall({
  path: '/api/Upload/image',
  auth: 'user',
  takesFile: true,
  input: z.object({}),
  output: picture,
  summary: 'Uploads one JPEG, PNG or WebP picture of at most 10 MB.',
});

/** One document in the multipart field `file`. */
export const uploadDocument = defineCall({
  path: '/api/Upload/document',
  auth: 'user',
  takesFile: true,
  input: z.object({}),
  output: file,
  summary: 'Uploads one xls, xlsx, doc, docx, pdf, zip or rar file of at most 20 MB.',
});

/** Signed parameters for posting one file straight to the storage host: all `fields` first, then `file`. */
export const requestPolicy = defineCall({
  path: '/api/Upload/policy',
  auth: 'user',
  input: z.object({
    kind: z.enum(['image', 'document', 'video'], '文件类别有误'),
    name: z.string('请提供文件名').trim().min(1, '请提供文件名').max(200, '文件名过长'),
  }),
  output: z.object({
    id: z.string(),
    /** where to post; relative to the portal when the storage is embedded */
    url: z.string(),
    fields: z.record(z.string(), z.string()),
    max_bytes: z.number().int(),
    /** seconds since 1970 */
    expires: z.number().int(),
  }),
  summary: 'Signed parameters (S3 POST policy V4) for a direct upload.',
});

/** Says that a direct upload has arrived; it is checked as any other and gets its address. Repeating it is harmless. */
export const confirmUpload = defineCall({
  path: '/api/Upload/confirm',
  auth: 'user',
  input: z.object({ id: z.uuid('上传编号有误') }),
  output: z.object({
    id: z.string(),
    url: z.string(),
    name: z.string(),
    bytes: z.number().int(),
    /** pixels; 0 for what is no picture */
    width: z.number().int(),
    height: z.number().int(),
  }),
  summary: 'Checks a directly uploaded file and gives its address.',
});
