import { fromHex, type Hash, hashBytes, sha256, toHex, utf8 } from './bytes.ts';
import { type Cosigned, cosignedBy, type WitnessKey } from './cosign.ts';
import { type LogKey, readNote, signedBy } from './note.ts';
import { type Head, isConsistent } from './tree.ts';

// An anchor is the head of the log as somebody else keeps it: it shows that the log had this head then, and every log that goes
// on from it has kept all that was in it. Checked with what the reader holds; what lies on a chain the reader asks for.

export const anchorKinds = {
  file: '平台的存证文件',
  evm: '区块链存证',
} as const;
export type AnchorKind = keyof typeof anchorKinds;

/** Where on a chain it stands. All in hexadecimal with 0x, lower case. */
export interface OnChain {
  chainId: number;
  contract: string;
  /** account that wrote it: nobody else can write in its name */
  sender: string;
  transaction: string;
  block: number;
}

/** An anchor as it is published, and as a bundle may hold it. */
export interface Anchor {
  kind: AnchorKind;
  /** leaves of the log that it covers: records with a lower index */
  size: number;
  /** hexadecimal */
  root: string;
  /** seconds since 1970, by the clock of whoever keeps it; a block's time on a chain */
  at: number;
  /** the head as the log signed it, with the signatures of witnesses that there are */
  note: string;
  /** null but on a chain */
  chain: OnChain | null;
}

/** An anchor beside the checkpoint of a bundle. */
export interface AnchorProof extends Anchor {
  /** consistency proof between anchor and checkpoint, from the smaller to the larger, in hexadecimal */
  path: string[];
}

export interface AnchorVerdict {
  /** null: the checkpoint and the anchor are heads of one log */
  fault: 'unreadable' | 'another log' | 'another head' | 'not signed' | 'not of one log' | null;
  /** who signed it besides the log, in the order of the witnesses that were asked for */
  cosigned: { name: string; verdict: Cosigned }[];
}

/**
 * Whether an anchor and the head of a checkpoint are of one log. That the anchor lies where it says, a reader finds out there:
 * a line in the published file, `readAnchored` of the transaction's receipt on a chain.
 */
export async function verifyAnchor(
  anchor: AnchorProof,
  checkpoint: Head & { origin: string },
  keys: readonly LogKey[],
  witnesses: readonly WitnessKey[] = [],
): Promise<AnchorVerdict> {
  const note = readNote(anchor.note);
  const root = hashOf(anchor.root);
  const path = anchor.path.map(hashOf).filter((hash) => hash !== null);
  const bad = (fault: AnchorVerdict['fault']): AnchorVerdict => ({ fault, cosigned: [] });
  if (note === null || root === null || path.length !== anchor.path.length) return bad('unreadable');
  if (note.checkpoint.origin !== checkpoint.origin) return bad('another log');
  if (note.checkpoint.size !== anchor.size || toHex(note.checkpoint.root) !== anchor.root) return bad('another head');
  const signed = await Promise.all(keys.map((key) => signedBy(note, key)));
  if (signed.includes('forged') || !signed.includes('signed')) return bad('not signed');
  const head = { size: anchor.size, root };
  const [earlier, later] = head.size <= checkpoint.size ? [head, checkpoint] : [checkpoint, head];
  if (!(await isConsistent(earlier, later, path))) return bad('not of one log');
  const cosigned = await Promise.all(
    witnesses.map(async (key) => ({ name: key.name, verdict: await cosignedBy(note, key) })),
  );
  return { fault: null, cosigned };
}

function hashOf(text: string): Hash | null {
  const bytes = fromHex(text);
  return bytes?.length === hashBytes ? bytes : null;
}

/** What the log is called on a chain: SHA-256 of its origin. */
export const logId = async (origin: string): Promise<string> => `0x${toHex(await sha256(utf8(origin)))}`;

/** Keccak-256 of `Anchored(address,bytes32,uint64,bytes32)`: the first topic of the contract's event. */
export const anchoredTopic = '0x3d0c97912257c6ad70e8f6fc81ae518ad3e14734d308b512c2729cc637a4b0b1';

/** An entry of a receipt (`eth_getTransactionReceipt`), as far as it is looked at. */
export interface ChainLog {
  address: string;
  topics: readonly string[];
  data: string;
}

/** What the contract's event says: who anchored which head of which log. Null for any other entry of a receipt. */
export function readAnchored({
  topics,
  data,
}: ChainLog): { sender: string; log: string; size: number; root: string } | null {
  const [topic, sender, log, size] = topics;
  const word = /^0x[0-9a-f]{64}$/;
  if (topic !== anchoredTopic || topics.length !== 4 || !word.test(data)) return null;
  if (!sender || !log || !size || ![sender, log, size].every((one) => word.test(one))) return null;
  return { sender: `0x${sender.slice(-40)}`, log, size: Number(BigInt(size)), root: data.slice(2) };
}

/** Whether an entry of the transaction's receipt is what the anchor says. */
export async function isOnChain(anchor: Anchor, origin: string, logs: readonly ChainLog[]): Promise<boolean> {
  const { chain, size, root } = anchor;
  if (chain === null) return false;
  const id = await logId(origin);
  return logs.some((one) => {
    const read = one.address.toLowerCase() === chain.contract ? readAnchored(one) : null;
    return read?.sender === chain.sender && read.log === id && read.size === size && read.root === root;
  });
}
