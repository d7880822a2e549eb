import { v7 } from 'uuid';

/** A new id: UUIDv7, so that ids made later sort later, by the app's own clock. */
export const newId = (now: Date): string => v7({ msecs: now.getTime() });
