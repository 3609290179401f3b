import type { ReactNode } from 'react';
import type { BulkAction } from '../BulkBar.tsx';
import type { MenuItem } from '../Menu.tsx';
import type { CellProps } from '../Table.tsx';

/** How a list is looked at, as the address says it. Filters are further fields, by their keys; an empty string is "all". */
export interface TableView extends Record<string, string> {
  q: string;
  /** Key of a column; one that does not exist is the list's own order. */
  sort: string;
  /** `asc` or `desc`. */
  dir: string;
}

/** A column says everything about one fact of a row: how it looks, is searched, sorted by and exported. */
export interface Column<T> {
  key: string;
  title: string;
  /** Without it the column is not on the page, but searched, sorted by or exported all the same. */
  cell?: ((row: T) => ReactNode) | undefined;
  /** Makes the head a button. Strings are compared by their characters. */
  sort?: ((row: T) => string | number) | undefined;
  /** Text that the search looks in. */
  search?: ((row: T) => string) | undefined;
  csv?: ((row: T) => string | number) | undefined;
  /** A css width; one column has none and takes what is left. */
  width?: string | undefined;
  /** Place in the two-line row of phones; without one the cell is not shown there. */
  place?: CellProps['m'];
  num?: boolean | undefined;
  /** One line with an ellipsis. */
  clip?: boolean | undefined;
}

export interface Filter<T> {
  /** Field of the view. */
  key: string;
  /** Its name, for screen readers and the sheet of small screens. */
  label: string;
  /** One of the options' values. Null: the row has none, and is shown only without a choice. */
  value: (row: T) => string | null;
  /** Only those that some row has are offered. */
  options: readonly { value: string; label: string /** How the chip shows it. */; show?: ReactNode }[];
  /** `chips` with counts, or a `select` at the end of the bar whose choice can be taken away again; on phones both are chips. */
  as?: 'chips' | 'select' | undefined;
  /** Its one option is offered by itself, as it is for some rows only. */
  alone?: boolean | undefined;
  /** Words of the choice that filters nothing: a first chip, or the select's. */
  all?: string | undefined;
}

/** The menu behind the three dots of a row. */
export interface RowMenu<T> {
  label: (row: T) => string;
  items: (row: T) => readonly MenuItem[];
  /** Title of the sheet on small screens, when it differs from the label. */
  title?: ((row: T) => ReactNode) | undefined;
  /** False: on phones the row is opened instead. */
  phone?: boolean | undefined;
}

/** Actions for selected rows. `clear` drops the selection, for when they are done. */
export type Bulk<T> = (selected: readonly T[], clear: () => void) => readonly BulkAction[];
