import { v7 } from 'uuid';

/** A new id: UUIDv7, so that ids made later sort later, by the app's own clock. */
export const newId = (now: Date): string => v7({ msecs: now.getTime() });

/** When an id was made, to the millisecond. */
export const momentOf = (id: string): Date => new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));

/** The lowest id of a moment. */
export function firstIdAt(moment: Date): string {
  const hex = moment.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text has the shape of our ids, in lower case as we write them: PostgreSQL throws at a query for any other. */
export const isId = (text: string): boolean => uuidShape.test(text);
