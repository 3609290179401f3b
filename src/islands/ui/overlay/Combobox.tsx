import { ComboboxInput, Combobox as HeadlessCombobox } from '@headlessui/react';
import { ChevronDown, Search } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useField } from '../Field.tsx';
import { matching, type Option } from '../options.ts';
import { returnFocus } from '../returnFocus.ts';
import { useCompact } from '../useCompact.ts';
import { BottomSheet } from './BottomSheet.tsx';
import { ComboOptions } from './ComboOptions.tsx';
import { floats } from './placing.ts';

export interface ComboboxProps<V extends string | number> {
  value: V | null;
  onChange: (value: V) => void;
  options: readonly Option<V>[];
  /** Its name: for screen readers if it is not in a `Field`, and the title of the sheet on small screens. */
  label: string;
  closeLabel: string;
  placeholder?: string | undefined;
  /** When nothing matches. */
  emptyText: ReactNode;
  /** For lists that the server searches: then `options` are shown unfiltered. */
  onQuery?: ((query: string) => void) | undefined;
  disabled?: boolean | undefined;
  size?: 'sm' | 'md' | 'lg' | undefined;
  /** The values are technical. */
  ltr?: boolean | undefined;
  onBlur?: (() => void) | undefined;
}

export function Combobox<V extends string | number>(props: ComboboxProps<V>) {
  const { value, options, label, closeLabel, placeholder, emptyText, onQuery, size = 'md', ltr, onBlur } = props;
  const { field, aria } = useField();
  const own = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const isCompact = useCompact();
  const disabled = props.disabled ?? aria.disabled;
  const chosen = options.find((option) => option.value === value);
  const shown = onQuery || !query ? options : matching(options, query);
  const search = (text: string) => {
    setQuery(text);
    onQuery?.(text);
  };
  const close = () => {
    setOpen(false);
    setQuery('');
    returnFocus(opener.current);
  };
  const choose = (picked: V | null) => {
    // Headless UI clears the value together with the text of the field.
    if (picked === null) return;
    props.onChange(picked);
    if (isCompact) close();
  };
  const technical = { autoComplete: 'off', spellCheck: false, ...(ltr && { dir: 'ltr' }) } as const;
  const flags = { className: `input input-${size}`, 'data-invalid': aria['aria-invalid'], 'data-disabled': disabled || undefined };
  const list = { label, options: shown, value, query, empty: emptyText };
  if (isCompact)
    return (
      <>
        <button
          {...flags}
          ref={opener}
          type="button"
          id={field?.id}
          disabled={disabled}
          aria-haspopup="dialog"
          aria-describedby={aria['aria-describedby']}
          aria-label={field ? undefined : label}
          aria-labelledby={field ? `${field.labelId} ${field.id}` : undefined}
          onClick={() => setOpen(true)}
        >
          <span className="select-value" data-empty={chosen ? undefined : ''}>
            <bdi {...(ltr && { dir: 'ltr' })}>{chosen?.label ?? placeholder ?? '\u00a0'}</bdi>
          </span>
          <ChevronDown aria-hidden className="chevron" />
        </button>
        {isOpen && (
          <BottomSheet open onClose={close} title={label} closeLabel={closeLabel}>
            <HeadlessCombobox<V | null> immediate value={value} onChange={choose}>
              <div className="input mb-2">
                <Search aria-hidden />
                <ComboboxInput
                  {...technical}
                  aria-label={label}
                  data-autofocus
                  displayValue={() => ''}
                  placeholder={chosen?.label ?? placeholder}
                  onChange={(event) => search(event.target.value)}
                />
              </div>
              <ComboOptions static {...list} />
            </HeadlessCombobox>
          </BottomSheet>
        )}
      </>
    );
  return (
    <HeadlessCombobox<V | null> immediate value={value} onChange={choose} onClose={() => setQuery('')} disabled={disabled ?? false}>
      <div {...flags}>
        <ComboboxInput
          {...technical}
          id={field?.id ?? own}
          aria-label={field ? undefined : label}
          aria-describedby={aria['aria-describedby']}
          aria-invalid={aria['aria-invalid']}
          placeholder={placeholder}
          displayValue={() => chosen?.label ?? ''}
          onChange={(event) => search(event.target.value)}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={onBlur}
        />
        <ChevronDown aria-hidden className="chevron" />
        <ComboOptions anchor={floats('start')} className="float float-fit menu" {...list} />
      </div>
    </HeadlessCombobox>
  );
}
