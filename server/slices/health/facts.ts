import { statfs } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import { durationText } from '../../../contract/duration.ts';
import type { Health, SlowCall } from '../../../contract/operator/health.ts';
import { manifestPath } from '../../../contract/page.ts';
import type { Services } from '../../calls/context.ts';
import type { DB } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import { noRoute, pageRoutes, type RouteTimes } from '../../timings.ts';

type Database = Health['database'];

const most = 10;

/** What the database tells of itself. Nothing of it reads a table of ours. */
export async function databaseFacts(db: Kysely<DB>): Promise<Database> {
  const { rows } = await sql<Omit<Database, 'slowest' | 'tables'>>`
    select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes,
      current_setting('max_connections')::int as "mostConnections",
      count(*)::int as connections, (count(*) filter (where state = 'active'))::int as active,
      coalesce(max(extract(epoch from clock_timestamp() - query_start))
        filter (where state = 'active' and pid <> pg_backend_pid()), 0)::float8 as longest
    from pg_stat_activity where datname = current_database()`.execute(db);
  const { rows: tables } = await sql<{ name: string; bytes: number }>`
    select c.relname as name, pg_total_relation_size(c.oid)::float8 as bytes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'pgboss')
    order by 2 desc limit ${most}`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('the database tells nothing of itself');
  return { ...found, tables, slowest: await slowestStatements(db) };
}

async function slowestStatements(db: Kysely<DB>): Promise<Database['slowest']> {
  const { rows: kept } = await sql`select 1 from pg_extension where extname = 'pg_stat_statements'`.execute(db);
  if (kept.length === 0) return null;
  try {
    // It may be there and still not be loaded.
    return await inTransaction(db, async (tx) => {
      const { rows } = await sql<NonNullable<Database['slowest']>[number]>`
        select left(query, 200) as text, calls::int as calls, mean_exec_time as mean, total_exec_time as total
        from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
        order by mean_exec_time desc limit ${most}`.execute(tx);
      return rows;
    });
  } catch {
    return null;
  }
}

export async function storageFacts({ db, settings }: Pick<Services, 'db' | 'settings'>): Promise<Health['storage']> {
  const { kind } = settings.storage;
  const { rows } = await sql<{ files: number; bytes: number }>`
    select count(*)::int as files, coalesce(sum(bytes), 0)::float8 as bytes from uploads`.execute(db);
  const disk = kind === 'local' ? await statfs(settings.dataDir).catch(() => null) : null;
  return {
    kind,
    files: rows[0]?.files ?? 0,
    bytes: rows[0]?.bytes ?? 0,
    free: disk && disk.bavail * disk.bsize,
    size: disk && disk.blocks * disk.bsize,
  };
}

const milliseconds = (seconds: number) => Math.round(seconds * 10_000) / 10;

const within = (seconds: number) => (seconds === Infinity ? null : milliseconds(seconds));

export const presentTimes = ({ mean, p50, p95, route, ...times }: RouteTimes): SlowCall => ({
  ...times,
  ...namedRoute(route),
  mean: milliseconds(mean),
  p50: within(p50),
  p95: within(p95),
});

/** What answers under a route, in words. */
function namedRoute(route: string): Pick<SlowCall, 'kind' | 'name'> {
  if (route === noRoute) return { kind: '其他', name: '门户以外的地址' };
  if (route.startsWith('/api/')) return { kind: '接口', name: route === '/api/*' ? '不存在的接口' : route };
  if (route.startsWith('/files/')) return { kind: '文件', name: route };
  if (!route.startsWith(pageRoutes)) return { kind: '其他', name: route };
  const page = route.slice(pageRoutes.length);
  if (page === manifestPath) return { kind: '其他', name: '查询链接通向的页面' };
  return { kind: '页面', name: page === '/' ? '首页' : page === '/*' ? '不存在的页面' : page };
}

/** What needs somebody, in sentences. */
export function alarmsOf({
  database,
  storage,
  outbox,
  queues,
  deliveries,
}: Omit<Health, 'calls' | 'process' | 'alarms' | 'may'>): string[] {
  const failed = queues.reduce((sum, queue) => sum + queue.failed, 0);
  return [
    ...(failed > 0 ? [`有 ${failed} 个后台任务多次失败，已停止重试，请处理`] : []),
    ...(deliveries.failed > 0 ? [`有 ${deliveries.failed} 条短信或推送没有送达，已停止重试，请处理`] : []),
    ...(outbox.oldest > 60 ? [`有 ${outbox.waiting} 件后台任务积压，最早的已等了 ${durationText(outbox.oldest)}`] : []),
    ...(deliveries.overdue > 900
      ? [`短信和推送没有按时发出，最早的一条已晚了 ${durationText(deliveries.overdue)}`]
      : []),
    ...(database.connections > database.mostConnections * 0.8
      ? [`数据库连接快用完了：${database.connections} / ${database.mostConnections}`]
      : []),
    ...(database.longest > 60 ? [`有一条数据库语句已运行 ${durationText(database.longest)}，可能卡住了`] : []),
    ...(storage.free !== null && storage.size !== null && storage.free < storage.size * 0.1
      ? ['磁盘剩余空间不足 10%']
      : []),
  ];
}
