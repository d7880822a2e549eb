import { z } from 'zod';
import { defineCall } from './call.ts';
import { splitList } from './wire.ts';

const megabyte = 1024 * 1024;

/** What may be uploaded: the largest size in bytes, the endings that are offered, and the words of a refusal. */
export const uploadKinds = {
  image: {
    maxBytes: 10 * megabyte,
    endings: ['.jpg', '.jpeg', '.png', '.webp'],
    tooLarge: '图片不能超过10MB',
    otherKind: '只支持JPG、PNG、WebP格式的图片',
  },
  document: {
    maxBytes: 20 * megabyte,
    endings: ['.xls', '.xlsx', '.doc', '.docx', '.pdf', '.zip', '.rar'],
    tooLarge: '文件不能超过20MB',
    otherKind: '只支持xls、xlsx、doc、docx、pdf、zip、rar格式的文件',
  },
  video: {
    maxBytes: 100 * megabyte,
    endings: ['.mp4'],
    tooLarge: '视频不能超过100MB',
    otherKind: '视频只支持mp4格式',
  },
} as const;

export type UploadKind = keyof typeof uploadKinds;

/** Said of a file of no bytes. */
export const emptyFile = '文件是空的，请重新选择';

/** What a picture without an ending, as telephones give some, says that it is. */
const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'];

/**
 * Why a file is refused before any of it is sent, in the server's own words; undefined for one that may be sent. What lies in
 * it only the server looks at.
 */
export function refusedUnsent(
  kind: UploadKind,
  file: { name: string; size: number; type: string },
): string | undefined {
  const { maxBytes, endings, tooLarge, otherKind } = uploadKinds[kind];
  const name = file.name.toLowerCase();
  const known =
    endings.some((ending) => name.endsWith(ending)) || (kind === 'image' && pictureTypes.includes(file.type));
  if (!known) return otherKind;
  if (file.size === 0) return emptyFile;
  return file.size > maxBytes ? tooLarge : undefined;
}

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
  auth: 'signed-in',
  takesFile: true,
  input: z.object({}),
  output: picture,
  summary: 'Uploads one JPEG, PNG or WebP picture of at most 10 MB.',
});

/** One document in the multipart field `file`. */
export const uploadDocument = defineCall({
  path: '/api/Upload/document',
  auth: 'signed-in',
  takesFile: true,
  input: z.object({}),
  output: file,
  summary: 'Uploads one xls, xlsx, doc, docx, pdf, zip or rar file of at most 20 MB.',
});

/** A private file: `url` is what a form sends and opens nothing; the links open it for some minutes. */
export const privateFile = z.object({
  url: z.string(),
  /** what its sender called it */
  name: z.string(),
  /** of a picture, for a small place; '' of a document */
  small: z.string(),
  full: z.string(),
  /** pixels; 0 for what is no picture */
  width: z.number().int(),
  height: z.number().int(),
  /** seconds since 1970 */
  until: z.number().int(),
});
export type PrivateFile = z.output<typeof privateFile>;

/** One picture that only its sender and those who check it may see, in the multipart field `file`. */
export const uploadPrivateImage = defineCall({
  path: '/api/Upload/privateImage',
  auth: 'user',
  takesFile: true,
  input: z.object({}),
  output: privateFile,
  summary: 'Uploads one picture that is kept encrypted and shown by links that run out.',
});

/** The same of a document. */
export const uploadPrivateDocument = defineCall({
  path: '/api/Upload/privateDocument',
  auth: 'user',
  takesFile: true,
  input: z.object({}),
  output: privateFile,
  summary: 'Uploads one document that is kept encrypted and downloaded by links that run out.',
});

export const privateLinks = defineCall({
  path: '/api/Upload/privateLinks',
  auth: 'user',
  input: z.object({
    /** comma-separated addresses of private files */
    urls: z
      .string('请提供文件地址')
      .max(20_000, '文件地址过多')
      .transform(splitList)
      .refine((urls) => urls.length <= 60, '一次最多60个文件'),
  }),
  output: z.array(privateFile),
  summary: 'Fresh links to one’s own private files; those that are not there any more are left out.',
});

/** Signed parameters for posting one file straight to the storage host: all `fields` first, then `file`. */
export const requestPolicy = defineCall({
  path: '/api/Upload/policy',
  auth: 'signed-in',
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
  auth: 'signed-in',
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

/** A file comes in parts of this many bytes, but for its last. */
export const partBytes = 2 * megabyte;

const id = z.uuid('上传编号有误');
const whole = (message: string) => z.coerce.number(message).int(message).min(0, message);
const came = z.object({
  id: z.string(),
  /** bytes that have arrived: the next part begins there */
  offset: z.number().int(),
  /** of the whole file */
  bytes: z.number().int(),
});

/** Begins an upload that may break off and go on: parts follow in their order, then {@link confirmUpload}. */
export const beginUpload = defineCall({
  path: '/api/Upload/begin',
  auth: 'signed-in',
  input: z.object({
    kind: z.enum(['image', 'document', 'video'], '文件类别有误'),
    name: z.string('请提供文件名').trim().min(1, '请提供文件名').max(200, '文件名过长'),
    bytes: whole('文件大小有误').min(1, emptyFile),
  }),
  output: came.extend({ part_bytes: z.number().int() }),
  summary: 'Begins an upload in parts of part_bytes each; it may be gone on with for a day.',
});

/** One part in the multipart field `file`. A part that has arrived already is answered with where to go on. */
export const uploadPart = defineCall({
  path: '/api/Upload/part',
  auth: 'signed-in',
  takesFile: true,
  input: z.object({ id, offset: whole('分片位置有误') }),
  output: came,
  summary: 'Takes one part of an upload; offset is the byte it begins with.',
});

/** How far an upload in parts has come, for whoever goes on with it. */
export const uploadState = defineCall({
  path: '/api/Upload/state',
  auth: 'signed-in',
  input: z.object({ id }),
  output: came,
  summary: 'How many bytes of an upload in parts have arrived.',
});
