import { Search } from 'lucide-react';
import type { KeyboardEvent } from 'react';

interface JumpInputProps {
  label: string;
  /** Id of the listbox; its options are `${list}-${index}`. */
  list: string;
  value: string;
  onChange: (value: string) => void;
  count: number;
  active: number;
  onActive: (index: number) => void;
  onPick: () => void;
  large?: boolean;
}

/** The field over a list of places: typing filters, arrows move, Enter goes. The focus stays in it. */
export function JumpInput({ label, list, value, onChange, count, active, onActive, onPick, large }: JumpInputProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined && count > 0) onActive((active + by + count) % count);
    else if (event.key === 'Enter') onPick();
    else return;
    event.preventDefault();
  };
  return (
    <div className="jump-input" data-large={large || undefined}>
      <Search aria-hidden />
      <input
        data-autofocus
        type="text"
        role="combobox"
        aria-label={label}
        placeholder={label}
        aria-expanded="true"
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={count > 0 ? `${list}-${active}` : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="auto"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}
