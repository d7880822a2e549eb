import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { fromBase64, toHex } from '../../../../contract/trace/bytes.ts';
import { cosignedBy, readWitnessKey, type WitnessKey, witnessId } from '../../../../contract/trace/cosign.ts';
import { type Note, readNote, signatureLine, signedBy } from '../../../../contract/trace/note.ts';
import type { Services } from '../../../calls/context.ts';
import { networkOf } from '../../../calls/network.ts';
import type { DB } from '../../../db/schema.ts';
import { SettingsError } from '../../../settings.ts';
import { goesOnFrom } from './forks.ts';

/** bytes of the largest note */
const largest = 16 * 1024;
const limit = { max: 60, per: 60 };
/** Seconds by which a witness's clock may be before ours. */
const leeway = 300;

type Told = Pick<Services, 'db' | 'clock' | 'log' | 'outbox' | 'limits' | 'settings'>;

/** The witnesses of the settings. Throws a SettingsError for what is none. */
export async function readWitnesses({ settings }: Pick<Services, 'settings'>): Promise<WitnessKey[]> {
  return Promise.all(
    settings.anchors.witnesses.map(async (text) => {
      const key = await readWitnessKey(text);
      if (!key) throw new SettingsError('OMO_TRACE_WITNESSES', `${text.split('+')[0]} is not the key of a witness`);
      return key;
    }),
  );
}

/**
 * Mounts `/trace/cosignatures`, where a witness hands in a checkpoint of ours under its signature, once it has convinced itself
 * that it goes on from all that it signed before. One that we signed and that our log does not go on from is a fork.
 */
export async function mountCosignatures(fastify: FastifyInstance, services: Told): Promise<void> {
  const witnesses = await readWitnesses(services);
  await fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: largest }, (_request, body, done) =>
      done(null, body),
    );
    scope.post('/trace/cosignatures', async (request, reply) => {
      const answer = (status: number, words: string) =>
        reply.code(status).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(words);
      const wait = await services.limits.take(`cosignatures:${networkOf(request.ip)}`, limit, services.clock.now());
      if (wait > 0) return answer(429, '请求太频繁，请稍后再试');
      const note = typeof request.body === 'string' ? readNote(request.body) : null;
      const { status, words } = note
        ? await hear(services, witnesses, note)
        : { status: 400, words: '不是签名的检查点（C2SP signed-note）' };
      return answer(status, words);
    });
  });
}

async function hear(services: Told, witnesses: readonly WitnessKey[], note: Note) {
  const { db, clock, settings } = services;
  const { origin, size, root } = note.checkpoint;
  if (origin !== settings.traceOrigin) return { status: 400, words: `不是 ${settings.traceOrigin} 的检查点` };
  const signed: { witness: WitnessKey; at: number }[] = [];
  for (const witness of witnesses) {
    const verdict = await cosignedBy(note, witness);
    if (verdict.answer === 'forged') return { status: 403, words: `${witness.name} 的签名不对` };
    if (verdict.answer === 'signed') signed.push({ witness, at: verdict.at });
  }
  const [first] = signed;
  if (!first) return { status: 403, words: '没有已登记见证人的签名' };
  if (signed.some(({ at }) => at > clock.now().getTime() / 1000 + leeway))
    return { status: 400, words: '签名的时间在未来' };
  // A witness signs what we signed; of anything else it shows nothing.
  if (!(await isOurs(db, note))) return { status: 400, words: '检查点没有本日志自己的签名' };
  const held = { size, root: Buffer.from(root), source: `witness:${first.witness.name}`, note: textOf(note) };
  if (!(await goesOnFrom(services, held))) return { status: 409, words: '检查点与本日志不一致，已通知平台' };
  for (const { witness, at } of signed) await keep(db, note, witness, at);
  return { status: 200, words: '已收到' };
}

async function isOurs(db: Kysely<DB>, note: Note): Promise<boolean> {
  const keys = await db.selectFrom('trace_keys').select(['bytes', 'kind']).execute();
  for (const { kind, bytes } of keys) {
    const read = fromBase64(bytes);
    if (read && (await signedBy(note, { kind, name: note.checkpoint.origin, bytes: read })) === 'signed') return true;
  }
  return false;
}

/** The note as it came in, in the one way of writing it. */
const textOf = ({ text, signatures }: Note): string =>
  `${text}\n${signatures.map(({ name, id, signature }) => signatureLine(name, id, signature)).join('')}`;

async function keep(db: Kysely<DB>, note: Note, witness: WitnessKey, at: number): Promise<void> {
  const id = toHex(await witnessId(witness));
  const own = note.signatures.find((one) => one.name === witness.name && toHex(one.id) === id);
  if (!own) return;
  const line = signatureLine(own.name, own.id, own.signature);
  const signed_at = new Date(at * 1000);
  await db
    .insertInto('trace_cosignatures')
    .values({ size: note.checkpoint.size, witness: `${witness.name}+${id}`, line, signed_at })
    .onConflict((conflict) =>
      conflict
        .columns(['size', 'witness'])
        .doUpdateSet({ line, signed_at })
        .where('trace_cosignatures.signed_at', '<', signed_at),
    )
    .execute();
}

/** Notes of these sizes with the signatures of witnesses below ours. */
export async function cosigned<Row extends { size: number; note: string }>(
  db: Kysely<DB>,
  rows: readonly Row[],
): Promise<Row[]> {
  if (rows.length === 0) return [];
  const lines = await db
    .selectFrom('trace_cosignatures')
    .select(['size', 'line'])
    .where(
      'size',
      'in',
      rows.map(({ size }) => size),
    )
    .orderBy('witness')
    .execute();
  return rows.map((row) => ({
    ...row,
    note: row.note + lines.flatMap(({ size, line }) => (size === row.size ? [line] : [])).join(''),
  }));
}
