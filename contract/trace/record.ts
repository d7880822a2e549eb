import { z } from 'zod';
import { type Actor, actors } from '../process/facts.ts';
import { canonicalJson, type Json } from './canonical.ts';
import { type Bytes, equal, fromHex, type Hash, hashBytes, joined, sha256, utf8 } from './bytes.ts';

/** A SHA-256 in hexadecimal. */
const hex = z.string().regex(new RegExp(`^[0-9a-f]{${2 * hashBytes}}$`));

/**
 * What the log keeps of one step in the life of a product. Names and prices are not in it but sealed: the hash of a salt and
 * the value, which whoever is given both can check, and nobody else can guess. Pictures and files stand by their hash.
 */
export const traceRecord = z.strictObject({
  version: z.literal(1),
  /** number of the product line */
  line: z.string(),
  /** 0 for the line's first record */
  place: z.number().int().min(0),
  /** leaf hash of the record before it in its line; null for the first */
  before: hex.nullable(),
  /** number of the demand */
  demand: z.string(),
  /** stage key */
  stage: z.string(),
  /** the step of the order process that it tells of */
  event: z.string(),
  /** who took the step */
  by: z.enum(Object.keys(actors) as [Actor, ...Actor[]]),
  /** seconds since 1970 */
  at: z.number().int(),
  /** how far the work is, where the step says so */
  percent: z.number().int().min(0).max(100).optional(),
  /** pictures and documents that came with it */
  files: z.array(hex),
  /** names and prices, sealed */
  sealed: z.record(z.string(), hex),
});
export type TraceRecord = z.output<typeof traceRecord>;

/**
 * The text that is hashed: one way of writing it, whoever writes it (RFC 8785). Records hold texts and whole numbers, which
 * JSON.stringify writes as the RFC asks; what is left are names in the order of their UTF-16 units, and no blanks.
 */
export const canonicalText = (record: TraceRecord): string => canonicalJson(record as unknown as Json);

/** Reads a record from its canonical text; null for what is none, or is written in another way than the canonical one. */
export function readRecord(text: string): TraceRecord | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const record = traceRecord.safeParse(value);
  return record.success && canonicalText(record.data) === text ? record.data : null;
}

/** A sealed value with what opens it. */
export interface Opened {
  value: string;
  /** 16 random bytes in hexadecimal */
  salt: string;
}

export const saltBytes = 16;

export const sealOf = (salt: Bytes, value: string): Promise<Hash> => sha256(joined([salt, utf8(value)]));

/** Whether this value is what was sealed. */
export async function opens(seal: string, { value, salt }: Opened): Promise<boolean> {
  const [hash, bytes] = [fromHex(seal), fromHex(salt)];
  return hash !== null && bytes?.length === saltBytes && equal(await sealOf(bytes, value), hash);
}
