import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface FilterBarProps {
  /** SearchInput. */
  search?: ReactNode;
  /** A button next to the search. */
  filters?: ReactNode;
  /** Chips of kinds with counts, then filters that can be removed. */
  chips?: ReactNode;
  /** Name of the chips for screen readers. */
  chipsLabel?: string | undefined;
  /** At the end: more filters, columns. */
  end?: ReactNode;
  /** Phones don’t show the end. */
  isEndWide?: boolean;
}

/** Above a table. On phones the chips scroll sideways. */
export function FilterBar({ search, filters, chips, chipsLabel, end, isEndWide }: FilterBarProps) {
  return (
    <div className="filter-bar">
      {search}
      {filters}
      {chips && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a scrolling flex box everywhere
        <div className="filter-chips" data-last={!end || undefined} role="group" aria-label={chipsLabel}>
          {chips}
        </div>
      )}
      {end && <div className={cx('filter-end', isEndWide && 'max-sm:hidden')}>{end}</div>}
    </div>
  );
}
