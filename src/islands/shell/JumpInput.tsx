import { Search, X } from 'lucide-react';
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
  /** @param aside with Ctrl or ⌘: in a new tab */
  onPick: (aside: boolean) => void;
  large?: boolean;
  /** What the list is limited to. Backspace in the empty field and Tab take it away. */
  scope?: { name: string; remove: () => void; removeLabel: string } | null;
}

/** The field over a list of places: typing filters, arrows move, Enter goes. The focus stays in it. */
export function JumpInput({ label, list, value, onChange, count, active, onActive, onPick, large, scope }: JumpInputProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined && count > 0) onActive((active + by + count) % count);
    else if (event.key === 'Enter') onPick(event.metaKey || event.ctrlKey);
    else if (scope && ((event.key === 'Backspace' && value === '') || (event.key === 'Tab' && !event.shiftKey))) scope.remove();
    else return;
    event.preventDefault();
  };
  return (
    <div className="jump-input" data-large={large || undefined}>
      <Search aria-hidden />
      {scope && (
        <span className="jump-scope">
          <bdi dir="ltr">{scope.name}</bdi>
          <button
            type="button"
            aria-label={scope.removeLabel}
            onClick={(event) => {
              event.currentTarget.closest('.jump-input')?.querySelector('input')?.focus();
              scope.remove();
            }}
          >
            <X aria-hidden />
          </button>
        </span>
      )}
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
