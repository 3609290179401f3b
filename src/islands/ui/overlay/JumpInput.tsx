import { ComboboxInput } from '@headlessui/react';
import { Search, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';

interface JumpInputProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Escape: Headless UI would only close the list, which is always open here. */
  onClose: () => void;
  /** Ctrl or ⌘ with Enter: in a new tab. */
  onPickAside?: () => void;
  large?: boolean;
  /** The scope of the list. Backspace in the empty field and Tab remove it. */
  scope?: { name: string; remove: () => void; removeLabel: string } | null;
}

/** The field above a list of pages, inside a Combobox: typing filters, arrows move, Enter opens. It keeps the focus. */
export function JumpInput({ label, value, onChange, onClose, onPickAside, large, scope }: JumpInputProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && (event.metaKey || event.ctrlKey) && onPickAside) onPickAside();
    else if (scope && ((event.key === 'Backspace' && value === '') || (event.key === 'Tab' && !event.shiftKey))) scope.remove();
    else return;
    event.preventDefault();
    event.stopPropagation();
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
      <ComboboxInput
        data-autofocus
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="auto"
        // Headless UI writes it into the field when the list closes, as it does when the window loses the focus.
        displayValue={() => value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}
