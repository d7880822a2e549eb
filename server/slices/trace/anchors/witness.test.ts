import { createPrivateKey } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { joined } from '../../../../contract/trace/bytes.ts';
import { cosignedBy, readWitnessKey, witnessKeyText } from '../../../../contract/trace/cosign.ts';
import { type Note, readNote } from '../../../../contract/trace/note.ts';
import { witnessOnce } from '../../../../scripts/trace-witness.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { buildUser } from '../../accounts/build.ts';
import { buildWorking } from '../../orders/work/build.ts';
import { logSigners } from '../keys.ts';
import { signedNote } from '../sign.ts';
import { traceSweep } from '../sweep.ts';
import { witnessOf } from './witness.ts';

const folder = mkdtempSync(join(tmpdir(), 'omo-witness-'));
const name = 'witness.example/three';
let portal: Portal;
let key: string;
/** a portal before ours that shows what `instead` says */
let front: Server;
let frontUrl: string;
let instead: string | undefined;

beforeAll(async () => {
  front = createServer((request, response) => {
    if (request.url === '/trace/checkpoint' && instead !== undefined) return response.end(instead);
    void (async () => {
      const answer = await fetch(portal.url + request.url);
      response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()));
    })();
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  frontUrl = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  // The key is made before anybody can know it.
  await witnessOnce('http://127.0.0.1:9', name, folder).catch(() => {});
  key = await witnessKeyText(witnessOf(name, createPrivateKey(readFileSync(join(folder, 'witness.pem')))).key);
  portal = await startPortal({ env: { OMO_TRACE_WITNESSES: key } });
});
afterAll(() => {
  front.close();
  rmSync(folder, { recursive: true, force: true });
});

async function grow() {
  const people = { owner: await buildUser(portal.db), provider: await buildUser(portal.db) };
  await buildWorking(portal.app.services, people);
  await traceSweep.run(portal.app.services, new AbortController().signal);
}
const shown = async () => readNote(await (await fetch(`${portal.url}/trace/checkpoint`)).text()) as Note;

describe('a witness', () => {
  it('[Z-12] signs what goes on from what it signed before, however far the log has come', async () => {
    portal.clock.set(new Date());
    for (let round = 0; round < 3; round += 1) {
      await grow();
      const { size } = await witnessOnce(portal.url, name, folder);
      const note = await shown();
      expect(note.checkpoint.size).toBe(size);
      const witness = await readWitnessKey(key);
      expect(witness && (await cosignedBy(note, witness))).toMatchObject({ answer: 'signed' });
    }
    expect(statSync(join(folder, 'witness.pem')).mode & 0o077).toBe(0);
  });

  it('[Z-12] signs no other log than the one before, and keeps what it was shown', async () => {
    await grow();
    const { size } = await witnessOnce(portal.url, name, folder);
    await grow();
    const signers = logSigners(portal.app.services.secret, 'trace.omo.invalid');
    const other = (records: number) =>
      signedNote({ origin: 'trace.omo.invalid', size: records, root: joined([Buffer.alloc(32, 9)]) }, signers);
    const before = readFileSync(join(folder, 'checkpoint'), 'utf8');
    for (const [records, words] of [
      [(await shown()).checkpoint.size, 'FORK'],
      [size, 'FORK'],
      [size - 1, `${size - 1} records now`],
    ] as const) {
      instead = await other(records);
      await expect(witnessOnce(frontUrl, name, folder)).rejects.toThrow(words);
      expect(readFileSync(join(folder, 'checkpoint'), 'utf8')).toBe(before);
      expect(readdirSync(folder)).toContain(`fork-${size}-${records}`);
    }
    instead = (await other(size)).replace('trace.omo.invalid', 'trace.other.invalid');
    await expect(witnessOnce(frontUrl, name, folder)).rejects.toThrow('not signed by the log');
  });
});
