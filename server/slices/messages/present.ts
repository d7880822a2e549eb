import type { z } from 'zod';
import type { getConversation, sendMessage } from '../../../contract/messages.ts';
import { orderStatusNames, reviewStatus } from '../../../contract/statuses.ts';
import { seconds } from '../../../contract/wire.ts';
import type { PublicUser } from '../accounts/queries.ts';
import type { OrderRow } from '../orders/facts.ts';
import type { Attached } from '../uploads/attached.ts';
import { maskContacts } from '../../contacts/mask-contacts.ts';
import { chosen } from './policy.ts';
import type { ConversationRow, MessageRow } from './tables.ts';

type Message = z.input<typeof sendMessage.output>;
type Conversation = Omit<z.input<typeof getConversation.output>, 'writing' | 'masking'>;

/** What of a message's words its reader gets, and whether something was covered for one of the two. */
export function wordsFor(
  row: Pick<MessageRow, 'content' | 'author_id'>,
  reader: { userId: string; masking: boolean },
): { content: string; masked: boolean } {
  if (!reader.masking) return { content: row.content, masked: false };
  const { text, masked } = maskContacts(row.content);
  return { content: row.author_id === reader.userId ? row.content : text, masked };
}

/** What its attachments' addresses lead to now, as `attachedFiles` finds it. */
type Files = (url: string) => Attached | undefined;

/** Pictures and files for one who may read them now; `masking`: without the contact details in the names of files. */
export function attachments(
  { pictures, files }: Pick<MessageRow, 'pictures' | 'files'>,
  filesNow: Files,
  { masking = false } = {},
) {
  const there = (urls: readonly string[]) => urls.map(filesNow).filter((file) => file !== undefined);
  return {
    pictures: there(pictures).map(({ small, full, width, height }) => ({ small, large: full, width, height })),
    files: there(files).map(({ name, full, nameless }) => {
      // A name can be a telephone number; what is inside of a file nobody looks at.
      const { text, masked } = maskContacts(name);
      return masking && masked ? { name: text, url: nameless } : { name, url: full };
    }),
  };
}

export function presentMessage(
  row: MessageRow,
  reader: { userId: string; masking: boolean },
  filesNow: Files,
): Message {
  const mine = row.author_id === reader.userId;
  const hidden = row.review_status === reviewStatus.refused;
  return {
    id: row.id,
    seq: row.seq,
    mine,
    hidden,
    ...(hidden
      ? { content: '', masked: false, pictures: [], files: [] }
      : { ...wordsFor(row, reader), ...attachments(row, filesNow, { masking: reader.masking && !mine }) }),
    time: seconds(row.created_at),
    clientId: mine ? row.client_id : '',
  };
}

/** Who stands on the other side of conversations. */
export interface Partners {
  people: ReadonlyMap<string, PublicUser>;
  certified: ReadonlySet<string>;
  shops: ReadonlyMap<string, string>;
}

export function presentConversation(
  row: Pick<ConversationRow, 'id' | 'owner_id' | 'partner_id'>,
  demand: Pick<OrderRow, 'nid' | 'name' | 'stage' | 'status' | 'provider_id'>,
  { people, certified, shops }: Partners,
  reader: { userId: string; unread: number },
): Conversation {
  const owns = row.owner_id === reader.userId;
  const other = owns ? row.partner_id : row.owner_id;
  const person = people.get(other);
  return {
    id: row.id,
    demandNid: demand.nid,
    name: demand.name,
    stage: demand.stage,
    orderStatus: demand.status,
    demandStatusName: orderStatusNames[demand.status],
    role: owns ? 'owner' : chosen(demand, row.partner_id) ? 'provider' : 'bidder',
    partner: {
      nickname: person?.name ?? '用户',
      avatarUrl: person?.avatarUrl ?? '',
      certified: certified.has(other),
      shopId: shops.get(other) ?? '',
    },
    unread: reader.unread,
  };
}
