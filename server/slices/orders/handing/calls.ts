import type { z } from 'zod';
import { Refusal } from '../../../../contract/errors.ts';
import { confirmInput, getDemandInput, redeliver } from '../../../../contract/handing-on.ts';
import { seconds } from '../../../../contract/wire.ts';
import type { SignedInContext } from '../../../calls/context.ts';
import { type AnyImplementation, implement } from '../../../calls/implement.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { publicUsers } from '../../accounts/queries.ts';
import { fingerprintsOf } from '../../uploads/use.ts';
import { presentParty } from '../present.ts';
import { lockOrder, move, roleOf } from '../transition.ts';
import { readAsSide } from '../work/access.ts';
import { type Delivered, deliveredThings } from '../work/queries.ts';
import { inputOf, pinInput, pinnedInput } from './inputs.ts';
import { redeliverWork } from './redeliver.ts';

const writing = { max: 30, per: 60 };

export const handingCalls: AnyImplementation[] = [
  implement(redeliver, async (form, context) => ({ data: await redeliverWork(context, form) }), { limit: writing }),
  implement(getDemandInput, async ({ demandNid }, context) => ({ data: await readInput(context, demandNid) })),
  implement(confirmInput, async ({ demandNid, hash }, context) => {
    const { db, caller, now, stages } = context;
    const orderStatus = await inTransaction(db, async (tx) => {
      const order = await lockOrder(tx, context, demandNid, now);
      const actor = await roleOf(tx, context, order.row, caller.userId);
      const doing = { action: 'confirmInput', actor, actorId: caller.userId, now } as const;
      const { row } = await move(tx, context, order, doing);
      const current = await inputOf(tx, stages, row.line_id, row.stage);
      if (current?.hash !== hash) throw new Refusal('state_conflict', '前面环节的交付又有更新，请重新查看后再确认');
      await pinInput(tx, row.id, current, now);
      return row.status;
    });
    return { data: { orderStatus } };
  }),
];

/** All that the stages before delivered, for the owner; for the provider what was delivered again after completion. */
async function readInput(context: SignedInContext, demandNid: string): Promise<z.input<typeof getDemandInput.output>> {
  const { db, stages } = context;
  const { row, side } = await readAsSide(context, demandNid);
  const [current, pin] = await Promise.all([
    row.in_line ? inputOf(db, stages, row.line_id, row.stage) : null,
    pinnedInput(db, row.id),
  ]);
  const orders = current?.orders ?? [];
  const shown = side === 'owner' ? (['report', 'redeliver'] as const) : (['redeliver'] as const);
  const delivered = await deliveredThings(
    db,
    orders.map(({ id }) => id),
    shown,
  );
  const [people, hashes] = await Promise.all([
    publicUsers(
      db,
      orders.flatMap(({ provider_id }) => provider_id ?? []),
    ),
    fingerprintsOf(
      db,
      [...delivered.values()].flatMap(({ pictures, files }) => [...pictures, ...files]),
    ),
  ]);
  const none: Delivered = { pictures: [], files: [], notes: [] };
  return {
    state: row.proceedings.input ?? '',
    hash: current?.hash ?? '',
    pinned: pin?.hash ?? '',
    pinnedTime: pin ? seconds(pin.pinned_at) : 0,
    stages: orders.flatMap((order) => {
      const { pictures, files, notes } = delivered.get(order.id) ?? none;
      if (side === 'provider' && notes.length === 0) return [];
      const pinned = pin?.statement.inputs.find(({ demand }) => demand === order.nid);
      const before = pinned?.delivered;
      const thing = (url: string) => {
        const hash = hashes.get(url) ?? '';
        return { url, hash, fresh: before !== undefined && !before.includes(hash || url) };
      };
      return [
        {
          demandNid: order.nid,
          stageName: stages.find(({ key }) => key === order.stage)?.name ?? '',
          nickname: order.provider_id === null ? '' : presentParty(people, order.provider_id).nickname,
          pictures: pictures.map(thing),
          files: files.map(thing),
          notes: notes.map(({ content, at }, index) => ({
            content,
            time: seconds(at),
            fresh: pinned !== undefined && index < notes.length - pinned.notes.length,
          })),
        },
      ];
    }),
  };
}
