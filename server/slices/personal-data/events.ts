import { defineEvent } from '../../outbox/events.ts';

/** Somebody asked for an archive of their data. */
export const dataExportAsked = defineEvent<{ exportId: string }>('personal-data.export-asked');

/** Somebody asked for their account to be closed. */
export const closingAsked = defineEvent<{ closingId: string }>('personal-data.closing-asked');
