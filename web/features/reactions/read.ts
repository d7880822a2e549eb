import { maskPhone } from '../../../contract/mask.ts';

/** A comment as pages show it, wherever it was written. */
export interface ShownComment {
  id: string;
  userId: string;
  author: string;
  avatar: string;
  certified: boolean;
  /** written by the one whose thing it is about */
  byOwner: boolean;
  text: string;
  /** seconds since 1970 */
  at: number;
}

type Wire = Readonly<Record<string, unknown>>;

const first = (wire: Wire, ...names: string[]): unknown =>
  names.map((name) => wire[name]).find((value) => value !== undefined && value !== '' && value !== null);

/** Reads a comment by whichever of its names the wire uses (specification §3, "Comment (generic)"). */
export function readComment(wire: Wire): ShownComment {
  return {
    id: String(wire.id),
    userId: String(first(wire, 'userId', 'user_id') ?? ''),
    author: maskPhone(String(first(wire, 'discussNikeName', 'nickname', 'nick_name', 'nickName') ?? '用户')),
    avatar: String(first(wire, 'discussAvatarUrl', 'avatarUrl', 'avatar_url', 'userAvatar') ?? ''),
    certified: wire.certified === true,
    byOwner: wire.isOwner === true,
    text: String(first(wire, 'content', 'demandView') ?? ''),
    at: Number(first(wire, 'discussTime', 'saveTime', 'addTime', 'create_time') ?? 0),
  };
}

/** The first page of a list of comments, as a loader hands it to {@link Comments}. */
export interface FirstComments {
  items: readonly ShownComment[];
  /** of the whole list */
  count: number;
  page: number;
}

/** Of a reply that may have failed: undefined lets the list say so. */
export function firstComments(
  reply: { ok: true; data: readonly object[]; count: number; page: number } | { ok: false },
): FirstComments | undefined {
  return reply.ok
    ? { items: reply.data.map((one) => readComment(one as Wire)), count: reply.count, page: reply.page }
    : undefined;
}

/** How many a liked or commented thing has now, in an answer to liking it: each kind has its own word. */
export function readLikes(wire: Wire): number | undefined {
  const count = first(wire, 'praiseNum', 'likeSum', 'like_count');
  return typeof count === 'number' ? count : undefined;
}
