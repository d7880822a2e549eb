import { contentKindKeys } from '../content-kinds.ts';
import { isAuditKind } from './audit-kinds.ts';
import { auditField, fieldNames, shelfName } from './audit-names.ts';
import { type AuditValue, blank, type IdPiece, type Piece, words } from './audit-values.ts';

/** A deed as it is kept, of whatever age: names that the table has no more are told as they are. */
export interface KeptDeed {
  readonly action: string;
  readonly subjectKind: string;
  readonly subjectId: string;
  /** JSON */
  readonly before: string;
  readonly after: string;
}

/** One field of a deed; a side that does not have it is null. */
export interface ChangeLine {
  readonly name: string;
  readonly label: string;
  readonly before: readonly Piece[] | null;
  readonly after: readonly Piece[] | null;
  /** both sides hold the same */
  readonly same: boolean;
}

type State = Readonly<Record<string, AuditValue>>;

/** What a deed found and what it left, a line a field, in the table's order; what the table has no name for comes last. */
export function changeLines({ action, before, after }: KeptDeed): ChangeLine[] {
  const [was, is] = [JSON.parse(before) as State, JSON.parse(after) as State];
  const kept = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  const known = fieldNames(action).filter((name) => kept.includes(name));
  return [...known, ...kept.filter((name) => !known.includes(name))].map((name) => {
    const { label, say } = auditField(action, name) ?? words(name);
    const [one, other] = [was[name], is[name]];
    return {
      name,
      label,
      before: one === undefined ? null : say(one),
      after: other === undefined ? null : say(other),
      same: JSON.stringify(one) === JSON.stringify(other),
    };
  });
}

/**
 * Those of a deed's lines that are worth a place in a list: what it changed; where it changed nothing, what it looked at. An empty
 * field of a form that was empty before, or is gone with all the others, says nothing.
 */
export function tellingLines(deed: KeptDeed): ChangeLine[] {
  const lines = changeLines(deed).filter(({ before, after }) => !(isBlank(before) && isBlank(after)));
  const changed = lines.filter(({ same }) => !same);
  return changed.length > 0 ? changed : lines;
}

/** Whether a deed left all that it tells of as it was: somebody only looked. */
export const onlyLooked = (lines: readonly ChangeLine[]): boolean =>
  lines.length > 0 && lines.every(({ same }) => same);

const isBlank = (side: readonly Piece[] | null) => side === null || (side.length === 1 && side[0] === blank);

/** What a deed was done to, in words and ids; nothing more than its kind says of what there is one alone of. */
export function subjectPieces({ action, subjectKind: kind, subjectId: id }: KeptDeed): readonly Piece[] {
  if (!isAuditKind(kind)) return [id];
  switch (kind) {
    case 'audit':
    case 'ledger':
      return [];
    case 'content-order':
    case 'presale-order':
    case 'recommended':
      return [shelfName(kind, id)];
    default: {
      // What stands in a queue of several kinds is taken over as `<kind>:<id>`.
      const [of = '', inner] = id.split(':');
      if (inner !== undefined && isAuditKind(of)) return [{ id: inner, kind: of }];
      const [head = ''] = action.split('.');
      const shelf = contentKindKeys.find((one) => one === head);
      return [kind === 'content' && shelf ? { id, kind, shelf } : { id, kind }];
    }
  }
}

/** Every id in a deed's words: for whoever looks up what they are called. */
export function idsIn(deed: KeptDeed): IdPiece[] {
  const sides = changeLines(deed).flatMap(({ before, after }) => [...(before ?? []), ...(after ?? [])]);
  return [...subjectPieces(deed), ...sides].filter((piece) => typeof piece === 'object' && 'id' in piece);
}
