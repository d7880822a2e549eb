import { readLink, sealLink } from '../../sealed-link.ts';

const purpose = 'data-export-link';

/** What an address for downloading stands for. */
export interface Download {
  exportId: string;
  /** it opens as long as whoever asked for it stays signed in */
  sessionId: string;
  until: Date;
}

/** A text for an address that tells nothing and that nobody else can make. */
export const sealDownload = (secret: string, { exportId, sessionId, until }: Download): string =>
  sealLink(secret, purpose, `${exportId} ${sessionId}`, until);

/** What such a text stands for; null when it is not ours or has run out. */
export function readDownload(secret: string, text: string, now: Date): Download | null {
  const found = readLink(secret, purpose, text, now);
  if (!found) return null;
  const [exportId = '', sessionId = ''] = found.stands.split(' ');
  return { exportId, sessionId, until: found.until };
}
