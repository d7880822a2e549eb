import { type Kysely, sql } from 'kysely';
import { type GatewayName, gatewayNames } from '../../adapters/gateway/gateway.ts';
import type { DB } from '../../db/schema.ts';

export interface LeftOpen {
  readonly gateway: GatewayName;
  readonly payments: number;
  readonly withdrawals: number;
}

/** What only its gateway can say the end of, for each gateway that has any. */
export async function leftOpen(db: Kysely<DB>): Promise<LeftOpen[]> {
  const { rows } = await sql<{ gateway: string; payments: number; withdrawals: number }>`
    select gateway, count(*) filter (where kind = 'payment')::int as payments,
      count(*) filter (where kind = 'withdrawal')::int as withdrawals
    from (
      select way as gateway, 'payment' as kind from payments where status = 'open' or watch_until is not null
      union all select way, 'payment' from payments where status = 'disputed'
      union all select gateway, 'withdrawal' from withdrawals where ask_at is not null and gateway is not null
    ) one group by gateway order by gateway`.execute(db);
  return rows.flatMap(({ gateway, ...counts }) => {
    const name = gatewayNames.find((known) => known === gateway);
    return name ? [{ gateway: name, ...counts }] : [];
  });
}
