import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PostRequest } from './storage.ts';

// The signed parameters of a browser's direct upload, as S3 defines them (POST policy, signature version 4).

const algorithm = 'AWS4-HMAC-SHA256';
const region = 'local';

export interface PolicyKey {
  readonly accessKey: string;
  readonly secretKey: string;
}

/** Why a post is refused, by S3's own code and HTTP status. */
export class PostRefused extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, status: number, message: string) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

const denied = (message: string) => new PostRefused('AccessDenied', 403, message);
const malformed = (message: string) => new PostRefused('MalformedPOSTRequest', 400, message);

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

function signature(secretKey: string, scope: readonly string[], policy: string): Buffer {
  const key = scope.reduce<string | Buffer>((previous, part) => hmac(previous, part), `AWS4${secretKey}`);
  return hmac(key, policy);
}

/** The form fields of a signed post. */
export function signPost(key: PolicyKey, bucket: string, request: PostRequest): Record<string, string> {
  const { now, expiresIn, mime, maxBytes } = request;
  const stamp = now.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const scope = [stamp.slice(0, 8), region, 's3', 'aws4_request'];
  const fields = {
    bucket,
    key: request.key,
    'Content-Type': mime,
    'X-Amz-Algorithm': algorithm,
    'X-Amz-Credential': [key.accessKey, ...scope].join('/'),
    'X-Amz-Date': stamp,
  };
  const document = {
    expiration: new Date(now.getTime() + expiresIn * 1000).toISOString(),
    conditions: [
      ['content-length-range', 1, maxBytes],
      ...Object.entries(fields).map(([name, value]) => ({ [name]: value })),
    ],
  };
  const policy = Buffer.from(JSON.stringify(document)).toString('base64');
  return { ...fields, Policy: policy, 'X-Amz-Signature': signature(key.secretKey, scope, policy).toString('hex') };
}

export interface PostPermit {
  readonly key: string;
  readonly minBytes: number;
  readonly maxBytes: number;
}

/** Fields of the form that no condition speaks of. */
const unsigned = new Set(['policy', 'x-amz-signature', 'file']);

/**
 * What a post with these fields may do. Throws PostRefused when the signature is not ours, the policy has expired, or a
 * field is not what the policy says; a field that the policy does not mention is refused too.
 */
export function verifyPost(
  key: PolicyKey,
  bucket: string,
  posted: Readonly<Record<string, string>>,
  now: Date,
): PostPermit {
  const fields: Record<string, string> = { bucket };
  for (const [name, value] of Object.entries(posted)) fields[name.toLowerCase()] = value;
  if (fields.bucket !== bucket) throw denied('bucket');
  const { policy, key: target } = fields;
  const given = fields['x-amz-signature'];
  if (!policy || !given || !target) throw malformed('policy, signature and key are needed');

  const [accessKey, ...scope] = (fields['x-amz-credential'] ?? '').split('/');
  if (fields['x-amz-algorithm'] !== algorithm || scope.length !== 4 || scope[2] !== 's3' || scope[3] !== 'aws4_request')
    throw malformed('credential');
  if (accessKey !== key.accessKey) throw new PostRefused('InvalidAccessKeyId', 403, 'access key');
  const due = signature(key.secretKey, scope, policy);
  const got = Buffer.from(given, 'hex');
  if (got.length !== due.length || !timingSafeEqual(got, due))
    throw new PostRefused('SignatureDoesNotMatch', 403, 'signature');

  const { expiration, conditions } = parsePolicy(policy);
  if (!(Date.parse(expiration) > now.getTime())) throw denied('Policy expired');
  return permitOf(conditions, fields, target);
}

function permitOf(conditions: readonly unknown[], fields: Readonly<Record<string, string>>, key: string): PostPermit {
  let minBytes = 0;
  let maxBytes = Number.POSITIVE_INFINITY;
  const covered = new Set<string>();
  for (const condition of conditions) {
    if (Array.isArray(condition) && condition[0] === 'content-length-range') {
      minBytes = Math.max(minBytes, Number(condition[1]));
      maxBytes = Math.min(maxBytes, Number(condition[2]));
      continue;
    }
    const [how, name, value] = fieldCondition(condition);
    const actual = fields[name] ?? '';
    if (how === 'eq' ? actual !== value : !actual.startsWith(value)) throw denied(`condition on ${name}`);
    covered.add(name);
  }
  const stray = Object.keys(fields).find(
    (name) => !unsigned.has(name) && !covered.has(name) && !name.startsWith('x-ignore-'),
  );
  if (stray !== undefined) throw denied(`extra field ${stray}`);
  if (!Number.isFinite(maxBytes) || Number.isNaN(minBytes)) throw denied('content-length-range');
  return { key, minBytes, maxBytes };
}

function fieldCondition(condition: unknown): [how: 'eq' | 'starts-with', name: string, value: string] {
  if (Array.isArray(condition) && condition.length === 3) {
    const [how, name, value] = condition.map(String) as [string, string, string];
    if ((how === 'eq' || how === 'starts-with') && name.startsWith('$'))
      return [how, name.slice(1).toLowerCase(), value];
  } else if (typeof condition === 'object' && condition !== null && !Array.isArray(condition)) {
    const [entry, ...more] = Object.entries(condition);
    if (entry && more.length === 0) return ['eq', entry[0].toLowerCase(), String(entry[1])];
  }
  throw denied('a condition that is not understood');
}

function parsePolicy(policy: string): { expiration: string; conditions: unknown[] } {
  try {
    const { expiration, conditions } = JSON.parse(Buffer.from(policy, 'base64').toString('utf8'));
    if (typeof expiration === 'string' && Array.isArray(conditions)) return { expiration, conditions };
  } catch {
    // Said below: text that is no JSON and JSON that is no policy are the same to the sender.
  }
  throw malformed('policy');
}
