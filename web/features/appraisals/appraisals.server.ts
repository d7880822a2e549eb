import { scoreWords } from '../../../contract/appraisal-labels.ts';
import type { Reply } from '../../../contract/call.ts';
import { appraisalPageSize, type PublicAppraisal } from '../../../contract/order-work.ts';
import type { Appraised } from './appraisal-list.tsx';

/** A page of public appraisals for showing; undefined when they did not come. */
export function appraisalsOf(reply: Reply<PublicAppraisal[]>) {
  if (!reply.ok) return undefined;
  const items = reply.data.map((one): Appraised => ({
    id: one.id,
    score: one.score,
    word: scoreWords[one.score - 1] ?? '',
    labels: one.labels,
    content: one.content,
    pictures: one.pictures,
    author: one.nickname,
    avatar: one.avatarUrl,
    time: one.time,
    reply: one.reply,
    about: [one.stageName, one.name].filter(Boolean).join('　'),
  }));
  return { items, count: reply.count, page: reply.page, pages: reply.pages, pageSize: appraisalPageSize };
}
