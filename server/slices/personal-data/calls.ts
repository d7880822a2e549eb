import { smsPurposes } from '../../../contract/accounts.ts';
import { askClosing, getClosing } from '../../../contract/closing.ts';
import { Refusal } from '../../../contract/errors.ts';
import { askDataExport, exportPath, getDataExport, openDataExport } from '../../../contract/personal-data.ts';
import { seconds } from '../../../contract/wire.ts';
import type { Services } from '../../calls/context.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import { codesOf } from '../accounts/sms-codes.ts';
import { beginLeaving, blocksOf, continueLeaving, mayLeave } from './closing.ts';
import { askExport, mayAskExport, newestExport, nextExportAt } from './export.ts';
import { sealDownload } from './link.ts';
import type { PersonalPart } from './part.ts';
import { proveOwner } from './prove.ts';
import type { DataExportRow } from './tables.ts';

/** Milliseconds that an address opens the archive. */
const linkLasts = 10 * 60_000;

const limit = { max: 30, per: 600 };

const present = (row: DataExportRow | undefined) => ({
  id: row?.id ?? '',
  state: row?.state ?? ('' as const),
  bytes: row?.bytes ?? 0,
  asked_at: row ? seconds(row.asked_at) : 0,
  expires_at: row?.expires_at ? seconds(row.expires_at) : 0,
  next_at: seconds(nextExportAt(row)),
});

export function personalDataCalls(
  services: Pick<Services, 'secret' | 'sms'>,
  parts: readonly PersonalPart[],
): AnyImplementation[] {
  const codes = codesOf(services);
  return [
    implement(getDataExport, async (_input, { db, caller }) => ({
      data: present(await newestExport(db, caller.userId)),
    })),
    implement(
      askDataExport,
      async (proof, context) => {
        await mayAskExport(context.db, context.caller.userId, context.now);
        await proveOwner(context, codes, proof, smsPurposes.export);
        return { data: present(await askExport(context)) };
      },
      { limit },
    ),
    implement(
      openDataExport,
      async (_input, { db, caller, secret, now }) => {
        const newest = await newestExport(db, caller.userId);
        if (newest?.state !== 'ready' || !newest.expires_at || newest.expires_at <= now)
          throw new Refusal('not_found', '没有可以下载的数据副本，请重新申请');
        const until = new Date(Math.min(now.getTime() + linkLasts, newest.expires_at.getTime()));
        const { id: exportId } = newest;
        return { data: { url: `${exportPath}${sealDownload(secret, { ...caller, exportId, until })}` } };
      },
      { limit },
    ),
    implement(getClosing, async (_input, { db, caller, now }) => ({
      data: { blocks: await blocksOf(db, parts, caller.userId, now) },
    })),
    implement(
      askClosing,
      async ({ password, code }, context) => {
        const { caller, now, log } = context;
        await proveOwner(context, codes, { password }, smsPurposes.close);
        // Before the code, which can be used once: who is refused here needs it again.
        await mayLeave(context.db, parts, caller.userId, now);
        await proveOwner(context, codes, { code }, smsPurposes.close);
        const row = await beginLeaving(context, parts, caller.userId, now);
        // Out of sight at once; what does not go through now is taken up within a minute.
        await continueLeaving(context, parts, row.id).catch((error: unknown) =>
          log.error({ err: error, closingId: row.id }, 'an account could not be hidden at once'),
        );
        return { data: { due_at: seconds(row.due_at) } };
      },
      { limit },
    ),
  ];
}
