import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { joined, toHex, utf8 } from '../../../contract/trace/bytes.ts';
import { type Note, readNote, signedBy } from '../../../contract/trace/note.ts';
import { opens, readRecord } from '../../../contract/trace/record.ts';
import { isConsistent, leafHash, rootOfInclusion } from '../../../contract/trace/tree.ts';
import { type Portal, startPortal } from '../../testing/portal.ts';
import { buildUser } from '../accounts/build.ts';
import { reportProgress } from '../../../contract/order-work.ts';
import { buildCompleted, buildWorking } from '../orders/work/build.ts';
import { uploadPicture } from '../uploads/build.ts';
import { logSigners } from './keys.ts';
import { asked, newestCheckpoint, signCheckpoint, takeIntoLog } from './log.ts';
import { tileOf } from './serve.ts';
import { signerOf } from './sign.ts';
import { askConsistency, askInclusion } from './tree.ts';

let portal: Portal;
const origin = 'trace.omo.test';
const signers = logSigners('a secret of at least thirty-two characters', origin);

beforeAll(async () => {
  portal = await startPortal();
});

const plain = (hashes: readonly Uint8Array[]) => hashes.map((hash) => joined([hash]));

function logged() {
  return portal.db
    .selectFrom('trace_records')
    .selectAll()
    .where('log_index', 'is not', null)
    .orderBy('log_index')
    .execute();
}

async function checkpoint(): Promise<Note> {
  await signCheckpoint(portal.db, origin, signers, portal.clock.now());
  return readNote((await newestCheckpoint(portal.db))?.note ?? '') as Note;
}

async function people() {
  return { owner: await buildUser(portal.db), provider: await buildUser(portal.db) };
}

describe('[Z-11] records without typing', () => {
  it('writes what happens to an order, in the order in which it happened, each naming the one before', async () => {
    const { owner, provider } = await people();
    const { id, line_id, nid } = await buildCompleted(portal.app.services, { owner, provider, name: '榉木婴儿床' });
    await takeIntoLog(portal.db);
    const rows = (await logged()).filter((row) => row.line_id === line_id);
    const records = rows.map(({ text }) => readRecord(text as string));
    expect(records.map((record) => [record?.place, record?.event, record?.by, record?.percent])).toEqual([
      [0, 'publish', 'owner', undefined],
      [1, 'award', 'owner', undefined],
      [2, 'accept', 'provider', undefined],
      [3, 'report', 'provider', 60],
      [4, 'finish', 'provider', undefined],
      [5, 'affirm', 'owner', undefined],
      [6, 'releaseRetention', 'owner', undefined],
    ]);
    expect(records.map((record) => record?.before)).toEqual([
      null,
      ...rows.slice(0, -1).map(({ leaf }) => (leaf as Buffer).toString('hex')),
    ]);
    expect(new Set(records.map((record) => record?.demand))).toEqual(new Set([nid]));
    // The history keeps the same steps, and each record is of one of them.
    const history = await portal.db.selectFrom('order_history').select('id').where('demand_id', '=', id).execute();
    const steps = new Set(history.map((step) => step.id));
    expect(rows.every((row) => steps.has(row.id))).toBe(true);
  });

  it('seals names and the price: the log does not hold them, and what is kept beside it opens them', async () => {
    const { owner, provider } = await people();
    const { line_id } = await buildWorking(portal.app.services, {
      owner,
      provider,
      name: '紫竹摇篮',
      offerFen: 123_456,
    });
    await takeIntoLog(portal.db);
    const rows = (await logged()).filter((row) => row.line_id === line_id);
    for (const { text, opened } of rows) {
      expect(text).not.toContain('紫竹摇篮');
      expect(text).not.toContain('1234.56');
      const record = readRecord(text as string);
      expect(Object.keys(record?.sealed ?? {})).toEqual(Object.keys(opened));
      for (const [name, value] of Object.entries(opened)) {
        expect(await opens(record?.sealed[name] ?? '', value)).toBe(true);
        expect(await opens(record?.sealed[name] ?? '', { ...value, value: `${value.value} ` })).toBe(false);
      }
    }
    const award = rows.find(({ body }) => body.event === 'award');
    expect(award?.opened['price']?.value).toBe('1234.56');
    expect(award?.opened['product']?.value).toBe('紫竹摇篮');
    // The same value twice is not seen to be the same.
    const seals = rows.map(({ body }) => body.sealed['product']);
    expect(new Set(seals).size).toBe(seals.length);
  });

  it('names pictures by the hash of what is kept of them', async () => {
    const { owner, provider } = await people();
    const { nid, line_id } = await buildWorking(portal.app.services, { owner, provider });
    const picture = await uploadPicture(portal.as(provider));
    const sent = await portal.as(provider)(reportProgress, {
      demandNid: nid,
      percent: '20',
      content: '白坯完成',
      files: picture,
    });
    expect(sent.ok).toBe(true);
    const { fingerprint } = await portal.db
      .selectFrom('uploads')
      .select('fingerprint')
      .where('url', '=', picture)
      .executeTakeFirstOrThrow();
    expect(fingerprint).toMatch(/^[0-9a-f]{64}$/);
    await takeIntoLog(portal.db);
    const report = (await logged()).find((row) => row.line_id === line_id && row.body.event === 'report');
    expect(report?.body.files).toEqual([fingerprint]);
  });

  it('leaves nothing of a step that did not happen', async () => {
    const before = await portal.db.selectFrom('trace_records').select('id').execute();
    const { owner, provider } = await people();
    const { nid } = await buildWorking(portal.app.services, { owner, provider });
    const between = await portal.db.selectFrom('trace_records').select('id').execute();
    expect(between.length).toBe(before.length + 3);
    const refused = await portal.as(owner)(reportProgress, {
      demandNid: nid,
      percent: '20',
      content: '不是承接方',
      files: '',
    });
    expect(refused.ok).toBe(false);
    expect(await portal.db.selectFrom('trace_records').select('id').execute()).toHaveLength(between.length);
  });
});

describe('[Z-11] the log', () => {
  it('proves every record to be in it, and every earlier head to be its beginning', async () => {
    const heads = [await checkpoint()];
    for (const offerFen of [100_000, 200_000, 300_000]) {
      await buildWorking(portal.app.services, { ...(await people()), offerFen });
      await takeIntoLog(portal.db);
      heads.push(await checkpoint());
    }
    const last = heads.at(-1)?.checkpoint as Note['checkpoint'];
    const rows = await logged();
    expect(rows.map(({ log_index }) => log_index)).toEqual(rows.map((_, index) => index));
    expect(last.size).toBe(rows.length);
    for (const { text, log_index } of rows) {
      const path = plain(await asked(portal.db, askInclusion(log_index as number, last.size)));
      const root = await rootOfInclusion(await leafHash(utf8(text as string)), log_index as number, last.size, path);
      expect(root && toHex(root)).toBe(toHex(last.root));
    }
    for (const { checkpoint: earlier } of heads) {
      const path = plain(await asked(portal.db, askConsistency(earlier.size, last.size)));
      expect(await isConsistent(earlier, last, path)).toBe(true);
    }
  });

  it('takes each record once when several processes take at once', async () => {
    for (let count = 0; count < 3; count += 1) await buildWorking(portal.app.services, await people());
    const taken = await Promise.all(Array.from({ length: 8 }, () => takeIntoLog(portal.db)));
    await takeIntoLog(portal.db);
    expect(taken.reduce((sum, one) => sum + one, 0)).toBe(9);
    const rows = await logged();
    expect(rows.map(({ log_index }) => log_index)).toEqual(rows.map((_, index) => index));
    const { size } = await portal.db.selectFrom('trace_log').select('size').executeTakeFirstOrThrow();
    expect(size).toBe(rows.length);
  });

  it('is signed by both keys once it has grown, and remembers every key that signed', async () => {
    await buildWorking(portal.app.services, await people());
    await takeIntoLog(portal.db);
    const note = await checkpoint();
    for (const { key } of signers) expect(await signedBy(note, key)).toBe('signed');
    expect(await signCheckpoint(portal.db, origin, signers, portal.clock.now())).toBe(false);

    await buildWorking(portal.app.services, await people());
    await takeIntoLog(portal.db);
    portal.clock.advance(1000);
    const renewed = [signerOf(origin, generateKeyPairSync('ed25519').privateKey), ...signers.slice(1)];
    await signCheckpoint(portal.db, origin, renewed, portal.clock.now());
    const keys = await portal.db.selectFrom('trace_keys').selectAll().orderBy('used_from').execute();
    expect(keys.map(({ kind, used_until }) => [kind, used_until === null]).toSorted()).toEqual([
      ['ed25519', false],
      ['ed25519', true],
      ['p256', true],
    ]);
  });

  it('is published for whoever watches it: head, tiles and keys, and nothing else', async () => {
    const get = (path: string) => fetch(`${portal.url}/trace/${path}`);
    const { size } = await portal.db.selectFrom('trace_log').select('size').executeTakeFirstOrThrow();
    const head = readNote(await (await get('checkpoint')).text());
    expect(head?.checkpoint.size).toBe(size);
    const tile = await get(`tile/0/000.p/${size}`);
    expect(tile.headers.get('cache-control')).toContain('immutable');
    const rows = await logged();
    const hashes = Buffer.from(await tile.arrayBuffer());
    expect(hashes.equals(Buffer.concat(rows.map(({ leaf }) => leaf as Buffer)))).toBe(true);
    expect((await get(`tile/0/000.p/${size + 1}`)).status).toBe(404);
    expect((await get('tile/0/000')).status).toBe(404);
    expect((await get('tile/0/001')).status).toBe(404);
    const keys = (await (await get('keys')).json()) as { kind: string }[];
    expect(keys.map(({ kind }) => kind).toSorted()).toEqual(['ed25519', 'ed25519', 'p256']);
  });

  it('names tiles as others do, in one way only', () => {
    expect(tileOf('0', '000')).toEqual({ level: 0, index: 0, width: 256 });
    expect(tileOf('1', 'x001/x234/067')).toEqual({ level: 1, index: 1_234_067, width: 256 });
    expect(tileOf('0', 'x001/067.p/9')).toEqual({ level: 0, index: 1067, width: 9 });
    for (const rest of ['0', '0000', 'x000/001', '000.p/0', '000.p/256', '001/002', '../000', '000.p/', ''])
      expect(tileOf('0', rest)).toBeNull();
    expect(tileOf('10', '000')).toBeNull();
  });
});
