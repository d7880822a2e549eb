import { Readable } from 'node:stream';
import { shanghaiDay } from '../../adapters/gateway/shanghai-time.ts';
import type { Services } from '../../calls/context.ts';
import type { Leaf, PersonalPart } from '../personal-data/part.ts';
import { endingOf } from './documents.ts';
import { keyOfKept } from './files.ts';
import { openPrivate, privateName } from './private.ts';
import type { UploadRow } from './tables.ts';

const folder = '上传的文件';

/** What somebody sent us and something of theirs refers to, as it is kept. */
export const uploadPart: PersonalPart = {
  name: 'uploads',
  collect: async (services, userId) => {
    const { db, secret } = services;
    const rows = await db
      .selectFrom('uploads')
      .selectAll()
      .where('owner_id', '=', userId)
      .where('state', '=', 'stored')
      .where('used_at', 'is not', null)
      .orderBy('id')
      .execute();
    const named = rows.map((row) => ({ row, name: row.private ? privateName(secret, row) : row.name }));
    const list: Leaf = {
      path: `${folder}/清单.json`,
      about: '您上传过的图片和文件：这里是清单，文件在同一目录下；网页地址对应其他文件里的“图片”“附件”',
      content: {
        json: named.map(({ row, name }) => ({ 文件: fileName(row, name), 原名: name, 网页地址: row.url })),
      },
    };
    const files: Leaf[] = [];
    for (const { row, name } of named) {
      const found = await kept(services, row);
      // What was lost must not cost the rest.
      if (found) files.push({ path: `${folder}/${fileName(row, name)}`, about: '', content: found });
    }
    return [list, ...files];
  },
};

async function kept(
  services: Services,
  row: UploadRow,
): Promise<{ bytes: number; open: () => Promise<Readable> } | null> {
  const gone = () => new Error(`upload ${row.id} is not where it should be`);
  if (row.private) {
    const open = async () => {
      const found = await openPrivate(services, row.id, 'full');
      if (!found) throw gone();
      return Readable.from(found.bytes);
    };
    return { bytes: row.bytes, open };
  }
  const key = keyOfKept(row);
  const head = await services.storage.head(key);
  const open = async () => {
    const found = await services.storage.get(key);
    if (!found) throw gone();
    return found.stream;
  };
  return head && { bytes: head.bytes, open };
}

const pictureEndings: Readonly<Record<string, string>> = { 'image/webp': '.webp', 'image/jpeg': '.jpg' };

/** A name that no other has: two files may be called alike. Pictures are kept as JPEG or WebP, whatever they came as. */
function fileName({ id, mime, created_at }: UploadRow, name: string): string {
  const ending = pictureEndings[mime];
  const own = ending === undefined ? name : `${name.slice(0, name.length - endingOf(name).length)}${ending}`;
  return `${shanghaiDay(created_at)}-${id.slice(-6)}-${own}`;
}
