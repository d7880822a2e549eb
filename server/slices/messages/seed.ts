import { newId } from '../../db/ids.ts';
import { inTransaction } from '../../db/transaction.ts';
import { hoursBefore, type Seeding } from '../../seeding/seeding.ts';
import { startedBy } from '../orders/queries.ts';
import { demoConversations } from './seed-data.ts';

/** What demo people said to each other. Nobody is told: it is past. */
export async function seedConversations({ services, now, userId }: Seeding): Promise<void> {
  for (const { owner, partner, demand, said, unread } of demoConversations) {
    const [ownerId, partnerId] = [userId(owner), userId(partner)];
    const { rows } = await startedBy(services.db, ownerId, { status: null, page: 1, pageSize: 100 });
    const about = rows.find(({ name }) => name === demand);
    if (!about) throw new Error(`${owner} has no demand called ${demand}`);
    const lines = said.map(([by, ago, content], index) => {
      const at = hoursBefore(now, ago);
      const author_id = by === 'owner' ? ownerId : partnerId;
      return { id: newId(at), seq: index + 1, author_id, content, created_at: at, client_id: `demo-${index + 1}` };
    });
    const last = lines.at(-1)?.created_at ?? now;
    await inTransaction(services.db, async (tx) => {
      const id = newId(lines[0]?.created_at ?? now);
      const row = { id, demand_id: about.id, owner_id: ownerId, partner_id: partnerId, last_seq: lines.length };
      await tx
        .insertInto('conversations')
        .values({ ...row, created_at: lines[0]?.created_at ?? now })
        .execute();
      await tx
        .insertInto('conversation_sides')
        .values(
          [ownerId, partnerId].map((user_id) => {
            const left = user_id === ownerId ? unread : 0;
            const read = { read_seq: lines.length - left, read_at: last, unread: left };
            return { conversation_id: id, user_id, last_at: last, ...read };
          }),
        )
        .execute();
      await tx
        .insertInto('messages')
        .values(lines.map((line) => ({ ...line, conversation_id: id })))
        .execute();
    });
  }
}
