import type { ReactNode } from 'react';
import type { BulkAction } from '../BulkBar.tsx';
import type { MenuItem } from '../menuItem.ts';
import type { CellProps } from '../Table.tsx';

/** The view of a list, as stored in the address. Filters are further fields, by their keys; an empty string is "all". */
export interface TableView extends Record<string, string> {
  q: string;
  /** Key of a column; an unknown one means the list's default order. */
  sort: string;
  /** `asc` or `desc`. */
  dir: string;
}

/** A column defines one value of a row: how it is displayed, searched, sorted and exported. */
export interface Column<T> {
  key: string;
  title: string;
  /** If absent, the column isn't displayed, but can still be searched, sorted by or exported. */
  cell?: ((row: T) => ReactNode) | undefined;
  /** Makes the head a button. Strings have the order of the reader's language (`lib/format/order.ts`). */
  sort?: ((row: T) => string | number) | undefined;
  /** The text to search. */
  search?: ((row: T) => string) | undefined;
  csv?: ((row: T) => string | number) | undefined;
  /** A css width; one column has none and takes the remaining space. */
  width?: string | undefined;
  /** Its width at 1190 px or less if it differs; `hidden`: not shown there. In CSS, because a server doesn't know the width of the window. */
  narrow?: string | undefined;
  /** Position in the two-line row on phones; without one the cell is hidden there. */
  place?: CellProps['m'];
  num?: boolean | undefined;
  /** One line with an ellipsis. */
  clip?: boolean | undefined;
}

export interface Filter<T> {
  /** Field of the view. */
  key: string;
  /** Its name, for screen readers and the sheet on small screens. */
  label: string;
  /** The value of one of the options. Null: the row has none, and is only shown if no option is selected. */
  value: (row: T) => string | null;
  /** Only options that some row has are offered. */
  options: readonly { value: string; label: string /** How the chip shows it. */; show?: ReactNode }[];
  /** `chips` with counts, or a `select` at the end of the bar that can be cleared; on phones both are chips. */
  as?: 'chips' | 'select' | undefined;
  /** Its only option is offered too, because it applies to only some rows. */
  alone?: boolean | undefined;
  /** Text of the choice that filters nothing: a first chip, or an option of the select. */
  all?: string | undefined;
  /** Instead of options: a text of any form, such as conditions. `value` and `options` are then unused, and `as` is `select`. */
  custom?:
    | {
        /** Whether a row matches; called once for each text. */
        test: (text: string) => (row: T) => boolean;
        /** What the chip says. */
        chip: (text: string) => string;
        /** The button that changes it. */
        edit: (text: string, onChange: (text: string) => void) => ReactNode;
      }
    | undefined;
}

/** The three-dot menu of a row. */
export interface RowMenu<T> {
  label: (row: T) => string;
  items: (row: T) => readonly MenuItem[];
  /** Title of the sheet on small screens, when it differs from the label. */
  title?: ((row: T) => ReactNode) | undefined;
  /** False: on phones the row is opened instead. */
  phone?: boolean | undefined;
}

/** Actions for selected rows. `clear` clears the selection when they are done. */
export type Bulk<T> = (selected: readonly T[], clear: () => void) => readonly BulkAction[];
