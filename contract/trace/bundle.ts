import { z } from 'zod';
import type { AnchorProof } from './anchor.ts';

const opened = z.object({
  value: z.string(),
  /** 16 random bytes in hexadecimal */
  salt: z.string(),
});

const key = z.object({ kind: z.enum(['ed25519', 'p256']), bytes: z.string() });

const anchor = z.object({
  kind: z.enum(['file', 'evm']),
  size: z.number().int(),
  root: z.string(),
  at: z.number().int(),
  note: z.string(),
  chain: z
    .object({
      chainId: z.number().int(),
      contract: z.string(),
      sender: z.string(),
      transaction: z.string(),
      block: z.number().int(),
    })
    .nullable(),
  path: z.array(z.string()),
}) satisfies z.ZodType<AnchorProof>;

/** All that is needed to check a product line without asking anybody: what the origin page gets and a bundle holds. */
export const traceBundle = z.object({
  /** which log */
  origin: z.string(),
  /** the log's public keys, in base64 */
  keys: z.array(key),
  /** keys that signed before these did, for anchors from then */
  olderKeys: z.array(key).default([]),
  /** a signed checkpoint */
  checkpoint: z.string(),
  /** the line's records, in their order */
  records: z.array(
    z.object({
      /** place in the log */
      index: z.number().int(),
      /** canonical text */
      text: z.string(),
      /**
       * inclusion proof, in hexadecimal. Null where the record after it stands for it: that names it by its leaf hash, so that
       * whatever proves the one proves the other, and a line of sixty records needs a proof per order and not sixty
       */
      path: z.array(z.string()).nullable(),
      /** what of the sealed values may be shown, by name */
      opened: z.record(z.string(), opened),
    }),
  ),
  /** heads kept elsewhere that cover all of these records */
  anchors: z.array(anchor).default([]),
  /** keys of those who may sign heads beside the log, as C2SP tools write them */
  witnesses: z.array(z.string()).default([]),
});
export type TraceBundle = z.output<typeof traceBundle>;
