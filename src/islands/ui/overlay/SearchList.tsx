import { Combobox } from '@headlessui/react';
import { type ReactNode, useState } from 'react';
import type { Option } from '../options.ts';
import { ComboOptions } from './ComboOptions.tsx';
import { JumpInput } from './JumpInput.tsx';

export interface SearchListProps {
  open: boolean;
  /** Name of the field. */
  label: string;
  listLabel: string;
  /** What matches the query, which the caller filters. */
  options: readonly Option<string>[];
  value: string | null;
  onQuery: (query: string) => void;
  onPick: (value: string) => void;
  onClose: () => void;
  empty: ReactNode;
  className?: string | undefined;
}

/** A field with a list below it, as the content of a popover: a Combobox whose list is always visible. */
export function SearchList({ label, listLabel, options, value, onQuery, onPick, onClose, empty, className }: SearchListProps) {
  const [query, setQuery] = useState('');
  const search = (text: string) => {
    setQuery(text);
    onQuery(text);
  };
  return (
    <Combobox<string | null> immediate value={value} onChange={(picked) => picked !== null && onPick(picked)}>
      <JumpInput label={label} value={query} onChange={search} onClose={onClose} />
      <ComboOptions static className={className} label={listLabel} options={options} value={value} query={query} empty={empty} />
    </Combobox>
  );
}
