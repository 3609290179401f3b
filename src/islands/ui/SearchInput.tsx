import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from './IconButton.tsx';
import { Kbd } from './Kbd.tsx';
import { TextInput } from './TextInput.tsx';
import { useTyped } from './useTyped.ts';

export interface SearchInputProps {
  value: string;
  onChange: (value: string) => void;
  /** Its name and its placeholder. */
  label: string;
  clearLabel: string;
  /** Target of the `/` shortcut: the shell looks for it. One per page. */
  slash?: boolean | undefined;
  size?: 'sm' | 'md' | 'lg' | undefined;
  className?: string | undefined;
}

export function SearchInput({ value, onChange, label, clearLabel, slash = true, size, className }: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null);
  useTyped(input, value, onChange);
  return (
    <TextInput
      ref={input}
      type="search"
      icon={Search}
      size={size}
      className={className}
      aria-label={label}
      aria-keyshortcuts={slash ? '/' : undefined}
      // A browser recomputes the style of a placeholder on every keystroke, visible or not.
      placeholder={value === '' ? label : undefined}
      value={value}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || value === '') return;
        event.stopPropagation();
        onChange('');
      }}
      end={
        value ? (
          <IconButton
            icon={X}
            size="xs"
            label={clearLabel}
            tip={false}
            onClick={() => {
              onChange('');
              input.current?.focus();
            }}
          />
        ) : (
          slash && (
            // Phones don't have this key.
            <span className="max-sm:hidden">
              <Kbd>/</Kbd>
            </span>
          )
        )
      }
    />
  );
}
