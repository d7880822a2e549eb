import { v7 as uuid } from 'uuid';
import type { CategoryKey } from '../../../contract/categories.ts';
import { inward, type Stage } from '../../../contract/stages/stage.ts';
import type { Services } from '../../calls/context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { type OpeningValues, openDemand } from '../orders/opening.ts';
import { makeNid } from './nid.ts';
import type { DemandRow } from './tables.ts';

const day = 86_400_000;

/**
 * A form of the stage as a client sends it, from the catalogue's examples, with a deadline ten days from `now`. The server
 * takes it when `picture` is the address of an upload.
 */
export function exampleForm(
  stage: Stage,
  { now, picture }: { now: Date; picture: string },
): { type: CategoryKey } & Record<string, string> {
  const deadline = String(Math.floor((now.getTime() + 10 * day) / 1000));
  const fields = stage.demand.map(({ key, wire, widget, example }) => [
    wire,
    widget.kind === 'images' ? picture : key === 'deadline' ? deadline : example,
  ]);
  return { ...Object.fromEntries(fields), type: 'pet' };
}

/**
 * A demand on a product line of its own (or the one named), published unless `status` says otherwise, listed as a real one:
 * `await buildDemand(portal.app.services, { owner, name: '三层猫爬架' })`. Fields of the stage come from the catalogue.
 */
export async function buildDemand(
  services: Services,
  options: { owner: { id: string }; stage?: string; status?: 0 | 1 | 2 } & Partial<Omit<OpeningValues, 'stage'>>,
): Promise<DemandRow> {
  const { owner, stage: key, status = 1, ...overrides } = options;
  const stage = services.stages.find((one) => key === undefined || one.key === key);
  if (!stage) throw new Error(`the catalogue has no stage ${key}`);
  const now = services.clock.now();
  const { name, description, pictures, files, budget, deadline, ...details } = exampleContent(stage, now);
  return inTransaction(services.db, async (tx) => {
    const lineId = overrides.line_id ?? uuid();
    if (!overrides.line_id) {
      const line = { id: lineId, nid: makeNid('PL', now), owner_id: owner.id, created_at: now };
      await tx
        .insertInto('product_lines')
        .values({ ...line, name: overrides.name ?? (name as string) })
        .execute();
    }
    const values = {
      id: uuid(),
      nid: makeNid(stage.nidPrefix, now),
      line_id: lineId,
      stage: stage.key,
      category: 'pet',
      owner_id: owner.id,
      name: name as string,
      description: (description as string | undefined) ?? '',
      pictures: JSON.stringify(pictures),
      files: JSON.stringify(files),
      details: JSON.stringify(details),
      budget_fen: budget as number,
      deadline_at: deadline as Date,
    };
    return openDemand(tx, services, { ...values, ...overrides }, status, now);
  });
}

function exampleContent(stage: Stage, now: Date): Record<string, unknown> {
  const form: Record<string, unknown> = exampleForm(stage, { now, picture: '/files/example.jpg' });
  return inward(
    stage.demand,
    Object.fromEntries(stage.demand.map((field) => [field.wire, field.schema.parse(form[field.wire])])),
  );
}
