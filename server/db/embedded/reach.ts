import { statSync } from 'node:fs';
import { dirname } from 'node:path';

/** A system user by numbers; needs no entry in /etc/passwd. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** nobody, on nearly every system. */
const unprivileged: Account = { uid: 65534, gid: 65534 };

/**
 * Who PostgreSQL runs as: undefined for "as we are". It refuses root, so root hands it to whoever owns the cluster
 * already (a folder once used by an ordinary user stays theirs), else to an unprivileged account.
 */
export function databaseAccount(cluster: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(cluster, { throwIfNoEntry: false });
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : unprivileged;
}

/** Whether the account may pass through every folder above a path, and into it when it is one. */
export function canReach(account: Account | undefined, path: string): boolean {
  if (!account) return true;
  for (let folder = path; ; folder = dirname(folder)) {
    const found = statSync(folder, { throwIfNoEntry: false });
    if (!found) return false;
    if (found.isDirectory() && !mayEnter(account, found)) return false;
    if (folder === dirname(folder)) return true;
  }
}

function mayEnter({ uid, gid }: Account, folder: { uid: number; gid: number; mode: number }): boolean {
  if (folder.uid === uid) return (folder.mode & 0o100) !== 0;
  if (folder.gid === gid) return (folder.mode & 0o010) !== 0;
  return (folder.mode & 0o001) !== 0;
}
