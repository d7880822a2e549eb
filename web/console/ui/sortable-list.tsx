import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import type { ReactNode } from 'react';
import styles from './sortable-list.module.css';

interface SortableListProps<Row> {
  label: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** what a row is called when it is moved */
  nameOf: (row: Row) => string;
  /** absent: nobody may move anything here */
  onOrder?: (before: readonly string[], after: readonly string[]) => void;
  children: (row: Row) => ReactNode;
}

/**
 * Rows that are put in order by dragging, or by the keyboard: the handle is taken with the space bar, moved with the arrow
 * keys, put down with the space bar, and put back with Escape; each step is read out.
 */
export function SortableList<Row>({ label, rows, rowKey, nameOf, onOrder, children }: SortableListProps<Row>) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = rows.map(rowKey);
  const placeOf = (id: unknown) => ids.indexOf(String(id)) + 1;
  const called = (id: unknown) => {
    const row = rows[placeOf(id) - 1];
    return row ? nameOf(row) : '';
  };
  const announcements: Announcements = {
    onDragStart: ({ active }) => `拿起“${called(active.id)}”，现在第${placeOf(active.id)}位，共${ids.length}位`,
    onDragOver: ({ active, over }) => (over ? `“${called(active.id)}”移到第${placeOf(over.id)}位` : undefined),
    onDragEnd: ({ active, over }) => `“${called(active.id)}”放在第${placeOf((over ?? active).id)}位`,
    onDragCancel: ({ active }) => `“${called(active.id)}”放回原处`,
  };
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (!over || over.id === active.id) return;
    onOrder?.(ids, arrayMove(ids, placeOf(active.id) - 1, placeOf(over.id) - 1));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={{
        announcements,
        screenReaderInstructions: { draggable: '按空格键拿起，用上下方向键移动，再按空格键放下，按 Esc 放回原处' },
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ol className={styles.list} aria-label={label}>
          {rows.map((row) => (
            <SortableRow key={rowKey(row)} id={rowKey(row)} name={nameOf(row)} movable={onOrder !== undefined}>
              {children(row)}
            </SortableRow>
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

function SortableRow({
  id,
  name,
  movable,
  children,
}: {
  id: string;
  name: string;
  movable: boolean;
  children: ReactNode;
}) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    disabled: !movable,
  });
  return (
    <li
      ref={setNodeRef}
      className={styles.row}
      data-dragged={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      {movable && (
        <button
          type="button"
          ref={setActivatorNodeRef}
          className={styles.handle}
          {...attributes}
          {...listeners}
          aria-label={`移动“${name}”`}
          aria-roledescription="可排序"
        >
          <span aria-hidden="true" />
        </button>
      )}
      {children}
    </li>
  );
}
