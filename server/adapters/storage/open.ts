import { join } from 'node:path';
import { deriveKey } from '../../secret.ts';
import type { Settings } from '../../settings.ts';
import { type FolderStorage, folderStorage } from './folder.ts';
import type { Storage } from './storage.ts';

/** Where files lie while they arrive; on the disk of the data folder, so that finishing one is a rename. */
export const temporaryFolder = ({ dataDir }: Pick<Settings, 'dataDir'>): string => join(dataDir, 'tmp');

/** The storage that the settings name. `embedded` is the same one when it takes direct uploads at our own door. */
export async function openStorage(
  settings: Pick<Settings, 'storage' | 'dataDir'>,
  secret: string,
): Promise<{ storage: Storage; embedded: FolderStorage | undefined }> {
  if (settings.storage.kind === 's3') {
    // Loaded only where it is used: the client is large.
    const { s3Storage } = await import('./s3.ts');
    return { storage: s3Storage(settings.storage), embedded: undefined };
  }
  const embedded = folderStorage({
    folder: join(settings.dataDir, 'files'),
    temporary: temporaryFolder(settings),
    policyKey: { accessKey: 'OMOEMBEDDED', secretKey: deriveKey(secret, 'storage-post').toString('hex') },
  });
  return { storage: embedded, embedded };
}
