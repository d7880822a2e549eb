/**
 * Server-sent events for a signed-in person, with the token in the `authorization` header: each `data` line is a topic such
 * as `payment/<id>` that has changed. After connecting, and whenever one is told, one reads again by a call.
 */
export const livePath = '/api/live';
