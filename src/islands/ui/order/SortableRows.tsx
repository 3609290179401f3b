import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { arrayMove, SortableContext, sortableKeyboardCoordinates, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { prefersStill } from '../useCompact.ts';
import { OrderedRow, type OrderedRowProps } from './OrderedRow.tsx';

export interface SortableRowsProps {
  rows: readonly OrderedRowProps[];
  onMove: (ids: string[]) => void;
}

/** The rows of an OrderedList with drag and drop; a separate script (13 KB). */
export function SortableRows({ rows, onMove }: SortableRowsProps) {
  const t = useT();
  const ids = rows.map(({ row }) => row.id);
  const sensors = useSensors(
    // A press without movement is a click.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const toParams = (id: UniqueIdentifier, place = ids.indexOf(String(id))) => ({
    title: rows.find(({ row }) => row.id === id)?.row.title ?? '',
    place: formatNumber(place + 1, currentLocale()),
    count: formatNumber(ids.length, currentLocale()),
  });
  const announcements: Announcements = {
    onDragStart: ({ active }) => t('rules:say.picked', toParams(active.id)),
    onDragOver({ active, over }) {
      if (!over) return undefined;
      // It is over its own position first.
      if (over.id === active.id) return t('rules:say.picked', toParams(active.id));
      return t('rules:say.over', toParams(active.id, ids.indexOf(String(over.id))));
    },
    onDragEnd: ({ active, over }) => (over ? t('rules:say.dropped', toParams(active.id, ids.indexOf(String(over.id)))) : undefined),
    onDragCancel: ({ active }) => t('rules:say.cancelled', toParams(active.id)),
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      // The label of the grip explains how to drag it.
      accessibility={{ announcements, screenReaderInstructions: { draggable: '' } }}
      onDragEnd={({ active, over }) => {
        if (over && over.id !== active.id) onMove(arrayMove(ids, ids.indexOf(String(active.id)), ids.indexOf(String(over.id))));
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        {rows.map((row) => (
          <SortableRow key={row.row.id} {...row} />
        ))}
      </SortableContext>
    </DndContext>
  );
}

function SortableRow(props: OrderedRowProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({ id: props.row.id });
  return (
    <OrderedRow
      {...props}
      sort={{
        ref: setNodeRef,
        style: { transform: CSS.Translate.toString(transform), transition: prefersStill() ? undefined : transition },
        isDragged: isDragging,
        // The part is a button already, and says in its own words what it does.
        grip: { ref: setActivatorNodeRef, ...listeners, 'aria-describedby': attributes['aria-describedby'] },
      }}
    />
  );
}
