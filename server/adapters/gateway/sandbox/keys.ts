import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** One side's key, with the half that the other side is given. */
export interface KeyPair {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** Both directions: the portal signs what it asks, the gateway what it answers and tells. */
export interface SandboxKeys {
  readonly portal: KeyPair;
  readonly gateway: KeyPair;
}

/** Reads the keys of a data folder, making them the first time; readable by their owner only. */
export async function sandboxKeys(folder: string): Promise<SandboxKeys> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const [portal, gateway] = await Promise.all([keyPair(folder, 'portal'), keyPair(folder, 'gateway')]);
  return { portal, gateway };
}

async function keyPair(folder: string, name: string): Promise<KeyPair> {
  const file = join(folder, `${name}-key.pem`);
  const known = await readFile(file, 'utf8').catch(ifMissing);
  const privateKey = createPrivateKey(known ?? (await makePem(file)));
  return { privateKey, publicKey: createPublicKey(privateKey) };
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** Linked into place whole: a start that is cut off leaves no half a key, and of two at once both use the first. */
async function makePem(file: string): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await unlink(draft);
  return readFile(file, 'utf8');
}
