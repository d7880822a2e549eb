import { Fragment, type ReactNode } from 'react';
import type { AuditEntry } from '../../../contract/operator/audit.ts';
import { auditKinds, isAuditKind } from '../../../contract/operator/audit-kinds.ts';
import { actionName } from '../../../contract/operator/audit-names.ts';
import type { IdPiece, Piece } from '../../../contract/operator/audit-values.ts';
import { type ChangeLine, onlyLooked, subjectPieces, tellingLines } from '../../../contract/operator/audit-words.ts';
import { pictureAt } from '../../../contract/pictures.ts';
import { momentText, yuan } from '../../ui/time.ts';
import { DeskLink } from '../ui/desk-link.tsx';
import { Two } from '../ui/two.tsx';
import styles from './deed.module.css';
import { placeOf, shortId } from './places.ts';

type Known = AuditEntry['known'];

/** What an id stands for, by name where it has one; a way there for whoever may open it. The whole id is in its title. */
function Id({ piece, known }: { piece: IdPiece; known: Known }) {
  const found = known.find(({ id }) => id === piece.id);
  const words = found?.name || shortId(piece.id);
  const title = words === piece.id ? undefined : piece.id;
  return (
    <DeskLink to={placeOf(piece, found)} title={title} className={styles.link}>
      {words}
    </DeskLink>
  );
}

/** In a list, texts beyond this many characters are cut short, and of many ids the first are told. */
const brief = { text: 40, ids: 3, lines: 4 };

export function Pieces({ pieces, known, short }: { pieces: readonly Piece[]; known: Known; short?: boolean }) {
  const shown = short ? pieces.slice(0, brief.ids) : pieces;
  return (
    <>
      {shown.map((piece, index) => (
        // What is said never changes its order.
        <Fragment key={index}>
          {index > 0 && typeof piece === 'object' && typeof shown[index - 1] === 'object' && '、'}
          <One piece={piece} known={known} short={short} />
        </Fragment>
      ))}
      {shown.length < pieces.length && ` 等 ${pieces.length} 个`}
    </>
  );
}

function One({ piece, known, short }: { piece: Piece; known: Known; short?: boolean }): ReactNode {
  if (typeof piece === 'string')
    return short && [...piece].length > brief.text ? (
      <span title={piece}>{[...piece].slice(0, brief.text).join('')}…</span>
    ) : (
      piece
    );
  if ('moment' in piece) return momentText(piece.moment);
  if ('yuan' in piece) return yuan(piece.yuan);
  if ('picture' in piece)
    return <img className={styles.picture} src={pictureAt(piece.picture, 320)} alt="图片" loading="lazy" />;
  return <Id piece={piece} known={known} />;
}

/** What a deed was done to; with the word for its kind, which in a list the deed's own name may say already. */
export function Subject({ entry, whole }: { entry: AuditEntry; whole?: boolean }) {
  const { action, subjectKind, known } = entry;
  const pieces = subjectPieces(entry);
  const kind = isAuditKind(subjectKind) ? auditKinds[subjectKind] : subjectKind;
  const said = actionName(action).startsWith(kind) || (isAuditKind(subjectKind) && pieces.every(isWords));
  return (
    <>
      {(whole || !said) && `${kind} `}
      <Pieces pieces={pieces} known={known} />
    </>
  );
}

const isWords = (piece: Piece) => typeof piece === 'string';

/** 认证 · 通过, and to what it was done: who signs in is no second person, nor whose page one reads (`here`). */
export function DeedName({ entry, here }: { entry: AuditEntry; here?: string }) {
  const { action, subjectKind, subjectId, byId } = entry;
  const own = subjectId === here || (subjectKind === 'operator' && subjectId === byId);
  return <Two second={own ? undefined : <Subject entry={entry} />}>{actionName(action)}</Two>;
}

/** `状态：审核中 → 已到账`; a side that is not there is left out, unless the deed's other fields have it. */
function Change({ line, known, goes }: { line: ChangeLine; known: Known; goes: boolean }) {
  const { label, before, after, same } = line;
  return (
    <>
      {label}：
      {before && !same && (
        <>
          <Pieces pieces={before} known={known} short />
          {(after ?? goes) && ' → '}
        </>
      )}
      {after ? <Pieces pieces={after} known={known} short /> : goes && '无'}
    </>
  );
}

/** What a deed changed or looked at, in one sentence for a list; the whole of it is told beside the list. */
export function Changes({ entry }: { entry: AuditEntry }) {
  const lines = tellingLines(entry);
  const shown = lines.slice(0, brief.lines);
  // What is taken away altogether is told as it was.
  const goes = lines.some(({ after }) => after !== null);
  return (
    <span className={styles.changes}>
      {onlyLooked(lines) && '只是查看，当时'}
      {shown.map((line, index) => (
        <Fragment key={line.name}>
          {index > 0 && '；'}
          <Change line={line} known={entry.known} goes={goes} />
        </Fragment>
      ))}
      {shown.length < lines.length && `；等 ${lines.length} 项`}
    </span>
  );
}
