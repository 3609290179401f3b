import { ComboboxOption, ComboboxOptions } from '@headlessui/react';
import type { ComponentProps, ReactNode } from 'react';
import { OptionText } from '../OptionText.tsx';
import type { Option } from '../options.ts';
import { ListBox } from './ListBox.tsx';

interface ComboOptionsProps extends Pick<ComponentProps<typeof ComboboxOptions>, 'anchor' | 'static' | 'className'> {
  label: string;
  options: readonly Option<string | number>[];
  value: string | number | null;
  query: string;
  /** When nothing matches. */
  empty: ReactNode;
}

/** The list of a Combobox; its field handles the keyboard. */
export function ComboOptions({ label, options, value, query, empty, ...rest }: ComboOptionsProps) {
  return (
    <ComboboxOptions {...rest} as={ListBox} label={label} modal={false}>
      {options.map((option) => (
        <ComboboxOption key={option.value} value={option.value} disabled={option.reason !== undefined} className="menu-item">
          <OptionText option={option} isSelected={option.value === value} query={query} />
        </ComboboxOption>
      ))}
      {options.length === 0 && (
        <div className="menu-empty" role="status">
          {empty}
        </div>
      )}
    </ComboboxOptions>
  );
}
