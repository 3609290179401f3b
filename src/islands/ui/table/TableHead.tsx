import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n/react.tsx';
import { Head, HeadCell, NARROW_HIDDEN } from '../Table.tsx';
import type { Column, TableView } from './types.ts';

export interface TableHeadProps<T> {
  columns: readonly Column<T>[];
  /** Key of the column that the rows are sorted by. */
  sorted: string;
  isDown: boolean;
  onView: (change: { sort: string; dir: string }) => void;
  /** The checkbox that selects all rows. */
  check: ReactNode;
  /** Whether there is a last column of buttons. */
  hasEnd: boolean;
}

/** Titles; sortable ones are buttons. */
export function TableHead<T>({ columns, sorted, isDown, onView, check, hasEnd }: TableHeadProps<T>) {
  const t = useT();
  return (
    <Head>
      {check && <HeadCell>{check}</HeadCell>}
      {columns.map(({ key, title, num, sort, narrow }) =>
        sort ? (
          <HeadCell
            key={key}
            className={narrow === 'hidden' ? NARROW_HIDDEN : undefined}
            num={num}
            sort={key === sorted ? (isDown ? 'descending' : 'ascending') : null}
            onSort={() => onView(turned(key, sorted, isDown))}
          >
            {title}
          </HeadCell>
        ) : (
          <HeadCell key={key} className={narrow === 'hidden' ? NARROW_HIDDEN : undefined} num={num}>
            {title}
          </HeadCell>
        ),
      )}
      {hasEnd && <HeadCell hideText>{t('common:list.actions')}</HeadCell>}
    </Head>
  );
}

/** The sorting after a press on a title: pressing it again reverses the order. */
export const turned = (key: string, sorted: string, isDown: boolean) => ({ sort: key, dir: key === sorted && !isDown ? 'desc' : 'asc' });

/** The column that a view is sorted by; the list's default if none is selected. */
export const sortedBy = <T,>(columns: readonly Column<T>[], view: TableView, own: string): string =>
  columns.some(({ key, sort }) => sort && key === view.sort) ? view.sort : own;
