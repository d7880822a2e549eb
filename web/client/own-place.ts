import { wing } from '../session.ts';

/**
 * The key under which this device keeps something of whoever is signed in now: the next one to sign in here does not come
 * upon it. A visitor's is the plain key.
 */
export function ownPlace(key: string): string {
  const owner = wing.owner();
  return owner === undefined ? key : `${key}@${owner}`;
}
