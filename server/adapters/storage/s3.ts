import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import type { S3Settings } from '../../settings.ts';
import { checkedKey, type Content, type Storage } from './storage.ts';

/** Any storage that speaks S3: AWS, MinIO, Ceph, and the object stores of the Chinese clouds. */
export function s3Storage(settings: S3Settings): Storage {
  const { endpoint, region, bucket, accessKey, secretKey, pathStyle } = settings;
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: pathStyle,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    // Stores other than AWS's own refuse the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const at = (key: string) => ({ Bucket: bucket, Key: checkedKey(key) });

  return {
    put: async (key, content, mime) => {
      await client.send(new PutObjectCommand({ ...at(key), ...(await body(content)), ContentType: mime }));
    },
    get: async (key, range) => {
      const asked = range && { Range: `bytes=${range.start}-${range.end}` };
      const found = await absentIsNull(client.send(new GetObjectCommand({ ...at(key), ...asked })));
      if (!found) return null;
      const whole = /\/(\d+)$/.exec(found.ContentRange ?? '')?.[1];
      return { stream: found.Body as Readable, bytes: Number(whole ?? found.ContentLength) };
    },
    head: async (key) => {
      const found = await absentIsNull(client.send(new HeadObjectCommand(at(key))));
      return found && { bytes: found.ContentLength ?? 0 };
    },
    remove: async (key) => {
      await client.send(new DeleteObjectCommand(at(key)));
    },
    removeUnder: async (prefix) => {
      const list = { Bucket: bucket, Prefix: `${checkedKey(prefix)}/` };
      for await (const page of paginateListObjectsV2({ client }, list)) {
        const Objects = (page.Contents ?? []).map(({ Key }) => ({ Key }));
        if (Objects.length > 0) await client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects } }));
      }
    },
    presignPost: async ({ key, mime, maxBytes, expiresIn }) =>
      createPresignedPost(client, {
        ...at(key),
        Conditions: [['content-length-range', 1, maxBytes]],
        Fields: { 'Content-Type': mime },
        Expires: expiresIn,
      }),
    publicUrl: (key) => (settings.publicUrl ? `${settings.publicUrl}/${encodeURI(checkedKey(key))}` : null),
  };
}

async function body(content: Content): Promise<{ Body: Readable | Uint8Array; ContentLength: number }> {
  if (!('path' in content)) return { Body: content, ContentLength: content.byteLength };
  return { Body: createReadStream(content.path), ContentLength: (await stat(content.path)).size };
}

async function absentIsNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if ((error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404) return null;
    throw error;
  }
}
