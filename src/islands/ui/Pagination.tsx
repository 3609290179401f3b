import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './IconButton.tsx';

export interface PaginationProps {
  /** "1–10 of 14 records" */
  range: ReactNode;
  /** "1 / 2" */
  position: ReactNode;
  label: string;
  previousLabel: string;
  nextLabel: string;
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
  size?: { label: ReactNode; value: number; options: readonly number[]; text: (n: number) => string; onChange: (size: number) => void };
}

/** At the bottom of a table's card. `null` disables a direction. */
export function Pagination({ range, position, label, previousLabel, nextLabel, onPrevious, onNext, size }: PaginationProps) {
  return (
    <nav className="pager" aria-label={label}>
      <span className="pager-range" role="status">
        {range}
      </span>
      {size && (
        <label>
          {size.label}
          <span className="pager-size">
            <select value={size.value} onChange={(event) => size.onChange(Number(event.target.value))}>
              {size.options.map((option) => (
                <option key={option} value={option}>
                  {size.text(option)}
                </option>
              ))}
            </select>
            <ChevronDown aria-hidden />
          </span>
        </label>
      )}
      <IconButton
        icon={ChevronLeft}
        mirror
        size="sm"
        kind="ring"
        tip={false}
        label={previousLabel}
        disabled={!onPrevious}
        onClick={() => onPrevious?.()}
      />
      <span className="num">{position}</span>
      <IconButton
        icon={ChevronRight}
        mirror
        size="sm"
        kind="ring"
        tip={false}
        label={nextLabel}
        disabled={!onNext}
        onClick={() => onNext?.()}
      />
    </nav>
  );
}
