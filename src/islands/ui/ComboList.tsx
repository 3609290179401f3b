import { type ReactNode, useEffect } from 'react';
import { OptionRow } from './OptionRow.tsx';
import type { Option } from './options.ts';

export interface ComboListProps<V extends string | number> {
  id: string;
  label: string;
  options: readonly Option<V>[];
  value: V | null;
  query: string | null;
  active: number;
  empty: ReactNode;
  onPick: (option: Option<V>) => void;
  onPoint: (index: number) => void;
}

/** The list under a Combobox; its keyboard is the input's. */
export function ComboList<V extends string | number>({
  id,
  label,
  options,
  value,
  query,
  active,
  empty,
  onPick,
  onPoint,
}: ComboListProps<V>) {
  useEffect(() => void document.getElementById(`${id}-${active}`)?.scrollIntoView?.({ block: 'nearest' }), [id, active]);
  return (
    <div role="listbox" id={id} aria-label={label} tabIndex={-1}>
      {options.map((option, index) => (
        <OptionRow
          key={option.value}
          id={`${id}-${index}`}
          option={option}
          active={index === active}
          selected={option.value === value}
          query={query ?? ''}
          onPick={() => onPick(option)}
          onPoint={() => onPoint(index)}
        />
      ))}
      {options.length === 0 && (
        <div className="menu-empty" role="status">
          {empty}
        </div>
      )}
    </div>
  );
}
