import type { AuditEntry } from '../../../contract/operator/audit.ts';
import type { IdPiece } from '../../../contract/operator/audit-values.ts';

type Known = AuditEntry['known'][number];

/** A demand's or order's number, as opposed to its id. */
const isNumber = (id: string) => /^[A-Z]{2,3}-/i.test(id);

/** Where the console shows what an id stands for, below the base path; undefined where it shows it nowhere. */
export function placeOf({ id, kind, shelf }: IdPiece, known: Known | undefined): string | undefined {
  if (known?.path) return known.path;
  switch (kind) {
    case 'user':
      return `/console/people/${id}`;
    case 'operator':
      return `/console/audit?person=${id}`;
    case 'certification':
      return `/console/certifications/${id}`;
    case 'order': {
      // Who looks at an order is noted under its number, a ruling under its id.
      const number = isNumber(id) ? id : known?.name;
      return number && `/console/orders/${number}`;
    }
    case 'dispute':
      return `/console/disputes/${id}`;
    case 'withdrawal':
      return `/console/withdrawals/${id}`;
    case 'ledger-proof':
      return `/console/ledger?open=${id}`;
    case 'content':
      return shelf && `/console/content/${shelf}/${id}`;
    case 'presale':
      return `/console/presale/${id}`;
    case 'fork':
    case 'traceFork':
      return '/console/trace';
    case 'job':
    case 'delivery':
      return `/console/health?kind=${kind}`;
    default:
      return undefined;
  }
}

/** …4a5b6c7d of an id of ours: its end, which tells neighbours apart. Whatever people can read stays whole. */
export const shortId = (id: string): string =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? `…${id.slice(-8)}` : id;
