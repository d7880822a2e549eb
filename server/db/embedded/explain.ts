import { EmbeddedDatabaseError } from './errors.ts';

/**
 * Turns what PostgreSQL wrote before it gave up into one line. PostgreSQL's messages are its interface here (lc_messages
 * is C): a start that fails has no error code to read.
 *
 * @param making whether the cluster was being made: then nothing can be damaged yet
 */
export function explainLog(log: string, cluster: string, logFile: string, making = false): EmbeddedDatabaseError {
  const last = lastComplaint(log);
  if (/No space left on device|Disk quota exceeded|Check free disk space/.test(log)) return diskFull(cluster);
  if (/shared memory block .* is still in use/.test(log)) {
    return new EmbeddedDatabaseError(
      'still-stopping',
      `an earlier server of the database in ${cluster} is still stopping: wait a moment and start again`,
    );
  }
  if (/could not (create|resize|map).*shared memory/.test(log)) {
    return new EmbeddedDatabaseError(
      'failed',
      `the database found too little shared memory (${last}): give the machine or container more, or set DATABASE_URL`,
    );
  }
  if (/Permission denied|Operation not permitted|has wrong ownership|has invalid permissions/.test(log)) {
    return new EmbeddedDatabaseError(
      'permission',
      `the database in ${cluster} cannot be used (${last}): start as the user who owns it, or set OMO_DATA_DIR`,
    );
  }
  if (making) {
    return new EmbeddedDatabaseError(
      'failed',
      `the database could not be created in ${cluster} (${last}): set OMO_DATA_DIR to another folder, or DATABASE_URL`,
    );
  }
  return damaged(cluster, `${last}; log: ${logFile}`);
}

function lastComplaint(log: string): string {
  const lines = log.trim().split('\n');
  const complaint =
    lines.findLast((line) => /(FATAL|PANIC|ERROR|error|could not .*):/.test(line)) ?? lines.at(-1) ?? '';
  return complaint.replace(/^.*?(FATAL|PANIC|ERROR|error):\s+/, '').trim() || 'no reason given';
}

export function diskFull(folder: string): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    'disk-full',
    `the disk that holds ${folder} is full: free some space and start again, nothing is lost`,
  );
}

export function damaged(cluster: string, what: string): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    'damaged',
    `the database in ${cluster} is damaged (${what}): restore the folder from a backup, or move it away to start with an empty one`,
  );
}
