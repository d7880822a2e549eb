import { EmbeddedDatabaseError } from './db/embedded/errors.ts';
import { NewerDatabase } from './db/migrate.ts';
import { type Settings, SettingsError } from './settings.ts';

/** Something that keeps the portal from starting, already said in one line for the operator. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
  }
}

/**
 * One line that says what keeps the portal from starting and what to do, for everything an operator can cause; undefined
 * for faults of ours, which need their stack. Never holds a password: addresses are put together from their harmless parts.
 */
export function explainStart(error: unknown, settings: Settings | undefined): string | undefined {
  if (error instanceof SettingsError || error instanceof StartError || error instanceof EmbeddedDatabaseError) {
    return error.message;
  }
  const database = settings?.databaseUrl === undefined ? settings?.dataDir : databaseAddress(settings.databaseUrl);
  if (error instanceof NewerDatabase) return `${error.message} (${database})`;
  const { code = '', message = '', syscall, path } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return `the disk that holds ${settings?.dataDir} is full: free some space and start again`;
  }
  if (code === '53100') return `the disk of the database (${database}) is full: free some space and start again`;
  // data_corrupted, index_corrupted, undefined_file, io_error
  if (/^(XX00[12]|58P01|58030)$/.test(code))
    return `the database (${database}) is damaged (${message}): restore a backup`;
  // A file of our own that is missing has a path of ours; only the data folder is the operator's.
  const ofData = path === undefined || path.startsWith(settings?.dataDir ?? '\0');
  if (ofData && ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOENT'].includes(code) && syscall !== 'listen') {
    return `the data folder ${settings?.dataDir} cannot be used (${message}): mend its owner and permissions, or set OMO_DATA_DIR`;
  }
  return undefined;
}

/** Why the port could not be had. */
export function explainListen(error: unknown, { host, port }: Pick<Settings, 'host' | 'port'>): unknown {
  const reasons: Record<string, string> = {
    EADDRINUSE: `port ${port} of ${host} is taken by another program: stop it, or choose another port with PORT`,
    EACCES: `port ${port} may not be opened by this user: choose one above 1023 with PORT`,
    EADDRNOTAVAIL: `${host} is no address of this machine: set HOST to one that is`,
    ENOTFOUND: `${host} is no address of this machine: set HOST to one that is`,
  };
  const reason = reasons[(error as NodeJS.ErrnoException).code ?? ''];
  return reason === undefined ? error : new StartError(reason, { cause: error });
}

/** Why a database of one's own could not be had. */
export function explainDatabaseUrl(error: unknown, databaseUrl: string): StartError {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const reasons: Record<string, string> = {
    ECONNREFUSED: 'nothing listens there',
    ENOTFOUND: 'there is no such host',
    EAI_AGAIN: 'the name of the host cannot be looked up',
    ETIMEDOUT: 'no answer in time',
    EHOSTUNREACH: 'the host cannot be reached',
    '28P01': 'user name or password is wrong',
    '28000': 'it does not let this user in',
    '3D000': 'there is no such database',
    '53300': 'it has no connection left',
    '57P03': 'it is starting up or shutting down',
  };
  const parts = error instanceof AggregateError ? (error.errors as NodeJS.ErrnoException[]) : [];
  const reason = reasons[code] ?? reasons[parts[0]?.code ?? ''] ?? (message || code);
  return new StartError(`DATABASE_URL: the database at ${databaseAddress(databaseUrl)} cannot be used: ${reason}`, {
    cause: error,
  });
}

function databaseAddress(databaseUrl: string): string {
  const { host, pathname, searchParams } = new URL(databaseUrl);
  return `${host || searchParams.get('host') || 'localhost'}${decodeURIComponent(pathname)}`;
}
