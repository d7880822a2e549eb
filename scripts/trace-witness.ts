// A witness of a portal's trace log, for whoever runs one elsewhere: takes its newest checkpoint, makes sure that it goes on from
// the last one that it signed, signs it (C2SP tlog-cosignature) and hands it in. Made to be run by a timer:
//   node scripts/trace-witness.ts <address of the portal> <name of the witness> <folder of its own>
// The first run makes the key and prints what the portal is to be given as OMO_TRACE_WITNESSES.
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fromBase64 } from '../contract/trace/bytes.ts';
import { witnessKeyText } from '../contract/trace/cosign.ts';
import { type KeyKind, type Note, readNote, signedBy } from '../contract/trace/note.ts';
import { isConsistent } from '../contract/trace/tree.ts';
import { cosign, witnessOf } from '../server/slices/trace/anchors/witness.ts';
import { askConsistency, type Tile, type TileId, tileWidth } from '../server/slices/trace/tree.ts';

async function get(address: string): Promise<Response> {
  const response = await fetch(address, { signal: AbortSignal.timeout(20_000) });
  if (!response.ok) throw new Error(`${address} answers ${response.status}`);
  return response;
}

/** `x001/x234/067`, as tlog-tiles writes a number. */
function tilePath({ level, index, width }: TileId & { width: number }): string {
  const groups = [String(index % 1000).padStart(3, '0')];
  for (let rest = Math.floor(index / 1000); rest > 0; rest = Math.floor(rest / 1000))
    groups.unshift(`x${String(rest % 1000).padStart(3, '0')}`);
  return `${level}/${groups.join('/')}${width === tileWidth ? '' : `.p/${width}`}`;
}

/** The key of the folder, made when there is none. */
function keyIn(folder: string) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'witness.pem');
  if (!existsSync(file)) {
    const pem = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' });
    writeFileSync(file, pem, { flag: 'wx', mode: 0o600 });
  }
  return createPrivateKey(readFileSync(file));
}

/** One round. Throws when the portal shows another log than before: then nothing is signed, and both notes are kept. */
export async function witnessOnce(
  portal: string,
  name: string,
  folder: string,
): Promise<{ key: string; size: number }> {
  const witness = witnessOf(name, keyIn(folder));
  const key = await witnessKeyText(witness.key);
  const file = join(folder, 'checkpoint');
  const text = await (await get(`${portal}/trace/checkpoint`)).text();
  const note = readNote(text);
  if (!note) throw new Error('what the portal gives is no checkpoint');
  await checkOwner(portal, note);
  const last = existsSync(file) ? readNote(readFileSync(file, 'utf8')) : null;
  if (last)
    await checkGoesOn(portal, last, note).catch((error: unknown) => {
      writeFileSync(join(folder, `fork-${last.checkpoint.size}-${note.checkpoint.size}`), text);
      throw error;
    });
  // Kept before it is signed: no other head of this size will be, whatever happens next.
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
  const body = text + (await cosign(witness, note, new Date()));
  const response = await fetch(`${portal}/trace/cosignatures`, { method: 'POST', body });
  if (!response.ok) throw new Error(`the portal answers ${response.status}: ${await response.text()} (key ${key})`);
  return { key, size: note.checkpoint.size };
}

async function checkOwner(portal: string, note: Note): Promise<void> {
  const keys = (await (await get(`${portal}/trace/keys`)).json()) as { kind: KeyKind; bytes: string }[];
  for (const { kind, bytes } of keys) {
    const read = fromBase64(bytes);
    if (read && (await signedBy(note, { kind, name: note.checkpoint.origin, bytes: read })) === 'signed') return;
  }
  throw new Error('the checkpoint is not signed by the log');
}

async function checkGoesOn(portal: string, { checkpoint: last }: Note, { checkpoint: now }: Note): Promise<void> {
  if (last.origin !== now.origin) throw new Error(`the log is called ${now.origin} now, ${last.origin} before`);
  if (now.size < last.size) throw new Error(`the log has ${now.size} records now, ${last.size} before`);
  const question = now.size === last.size ? null : askConsistency(last.size, now.size);
  const tiles: Tile[] = [];
  for (const id of question?.tiles ?? []) {
    const held = Math.floor(now.size / tileWidth ** id.level) - id.index * tileWidth;
    const width = Math.min(tileWidth, held);
    const bytes = await (await get(`${portal}/trace/tile/${tilePath({ ...id, width })}`)).arrayBuffer();
    tiles.push({ ...id, hashes: Buffer.from(bytes) });
  }
  const path = (question?.answer(tiles) ?? []).map((hash) => new Uint8Array(hash));
  if (!(await isConsistent(last, now, path)))
    throw new Error(`FORK: the log of ${now.size} records does not go on from the one of ${last.size} that was signed`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [portal, name, folder] = process.argv.slice(2);
  if (!portal || !name || !folder) {
    console.error('usage: node scripts/trace-witness.ts https://portal.example witness.example/name folder');
    process.exit(2);
  }
  try {
    const { size, key } = await witnessOnce(portal.replace(/\/$/, ''), name, folder);
    console.log(`signed the log of ${size} records as ${key}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
