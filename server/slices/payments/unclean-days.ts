import type { Kysely } from 'kysely';
import type { Finding } from '../../../contract/operator/ledger.ts';
import type { Gateway } from '../../adapters/gateway/gateway.ts';
import type { Services } from '../../calls/context.ts';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';

/** Days of a gateway that one proof compares anew at most: of the others it says what was found when they last were. */
const mostAgain = 10;

/** What a comparison of a day came to; `undecided`: not all of it could be said. */
export interface Compared {
  findings: Finding[];
  undecided: boolean;
}

export interface Standing {
  findings: Finding[];
  keep: (tx: Tx) => Promise<void>;
}

/**
 * Days that were compared and found wrong stand in every proof until they are clean: each is compared again, those first
 * that were not for the longest time. Where a statement cannot be had any more, what was found stays.
 */
export async function uncleanDays(
  services: Services,
  { name: gateway }: Gateway,
  compare: (day: string) => Promise<Compared | null>,
): Promise<Standing> {
  const { db, clock, log } = services;
  const rows = await db
    .selectFrom('statement_findings')
    .selectAll()
    .where('gateway', '=', gateway)
    .orderBy('compared_at')
    .orderBy('day')
    .execute();
  const findings: Finding[] = rows.slice(mostAgain).flatMap((row) => row.findings);
  const anew = new Map<string, Finding[]>();
  for (const { day, findings: before } of rows.slice(0, mostAgain)) {
    const compared = await compare(day).catch((error: unknown) => {
      log.warn({ err: error, gateway, day }, 'a statement could not be compared again');
      return null;
    });
    const now = compared && !compared.undecided ? compared.findings : before;
    anew.set(day, now);
    findings.push(...now);
  }
  const at = clock.now();
  return { findings, keep: (tx) => keepFindings(tx, gateway, anew, at) };
}

/** What was found on days; a day on which nothing was is clean. */
export async function keepFindings(
  tx: Tx,
  gateway: string,
  days: ReadonlyMap<string, Finding[]>,
  at: Date,
): Promise<void> {
  for (const [day, findings] of days) {
    if (findings.length === 0) {
      await tx.deleteFrom('statement_findings').where('gateway', '=', gateway).where('day', '=', day).execute();
      continue;
    }
    const row = { findings: JSON.stringify(findings), compared_at: at };
    await tx
      .insertInto('statement_findings')
      .values({ gateway, day, ...row })
      .onConflict((conflict) => conflict.columns(['gateway', 'day']).doUpdateSet(row))
      .execute();
  }
}

/** How far a gateway's statements were compared, and how much was found on which day. */
export async function comparedDays(
  db: Kysely<DB>,
  gateway: string,
): Promise<{ until: string | undefined; found: Map<string, number> }> {
  const [kept, wrong] = await Promise.all([
    db.selectFrom('statement_days').select('day').where('gateway', '=', gateway).executeTakeFirst(),
    db.selectFrom('statement_findings').select(['day', 'findings']).where('gateway', '=', gateway).execute(),
  ]);
  return { until: kept?.day, found: new Map(wrong.map(({ day, findings }) => [day, findings.length])) };
}
