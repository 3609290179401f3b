import { ChevronDown, Search } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { BottomSheet } from './BottomSheet.tsx';
import { ComboList } from './ComboList.tsx';
import { useField } from './Field.tsx';
import { Floating } from './Floating.tsx';
import { matching, type Option } from './options.ts';
import { useCompact } from './useCompact.ts';
import { useListNav } from './useListNav.ts';

export interface ComboboxProps<V extends string | number> {
  value: V | null;
  onChange: (value: V) => void;
  options: readonly Option<V>[];
  /** Its name: for screen readers when no `Field` is around it, and the title of the sheet on small screens. */
  label: string;
  closeLabel: string;
  placeholder?: string | undefined;
  /** When nothing matches. */
  emptyText: ReactNode;
  /** For lists that the server searches: then `options` are taken as they come. */
  onQuery?: ((query: string) => void) | undefined;
  disabled?: boolean | undefined;
  size?: 'sm' | 'md' | 'lg' | undefined;
  /** The values are technical. */
  ltr?: boolean | undefined;
  onBlur?: (() => void) | undefined;
}

/** Chooses one of many by typing. A bottom sheet with a search field at 1190 px or less. */
export function Combobox<V extends string | number>(props: ComboboxProps<V>) {
  const { value, options, label, closeLabel, placeholder, emptyText, onQuery, size = 'md', ltr, onBlur } = props;
  const { field, aria } = useField();
  const list = useId();
  const anchor = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState<string | null>(null);
  const compact = useCompact();
  const disabled = props.disabled ?? aria.disabled;
  const chosen = options.find((option) => option.value === value);
  const shown = onQuery || !query ? options : matching(options, query);
  const close = () => {
    setOpen(false);
    setQuery(null);
  };
  const choose = (option: Option<V> | undefined) => {
    if (!option || option.reason !== undefined) return;
    props.onChange(option.value);
    close();
    if (compact) opener.current?.focus();
  };
  const items = shown.map((option) => ({ disabled: option.reason !== undefined }));
  const nav = useListNav(items, -1, (index) => choose(shown[index]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the highlight starts anew when the list opens or its query changes
  useEffect(() => {
    const at = query ? -1 : shown.findIndex((option) => option.value === value);
    nav.setActive(open ? (at >= 0 ? at : items.findIndex((item) => !item.disabled)) : -1);
  }, [open, query]);
  const input = (inSheet: boolean) => (
    <input
      {...(inSheet ? { 'aria-label': label, 'data-autofocus': true } : { ...aria, 'aria-label': field ? undefined : label })}
      type="text"
      role="combobox"
      aria-expanded={open}
      aria-controls={open ? list : undefined}
      aria-autocomplete="list"
      aria-activedescendant={open && nav.active >= 0 ? `${list}-${nav.active}` : undefined}
      autoComplete="off"
      spellCheck={false}
      {...(ltr && { dir: 'ltr' })}
      disabled={disabled}
      placeholder={inSheet ? (chosen?.label ?? placeholder) : placeholder}
      value={query ?? (inSheet ? '' : (chosen?.label ?? ''))}
      onChange={(event) => {
        setQuery(event.target.value);
        onQuery?.(event.target.value);
        setOpen(true);
      }}
      onClick={() => setOpen(true)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => {
        if (inSheet) return;
        close();
        onBlur?.();
      }}
      onKeyDown={(event) => {
        if (open) return void nav.onKeyDown(event);
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        setOpen(true);
      }}
    />
  );
  const rows = (
    <ComboList
      id={list}
      label={label}
      options={shown}
      value={value}
      query={query}
      active={nav.active}
      empty={emptyText}
      onPick={choose}
      onPoint={nav.setActive}
    />
  );
  const flags = { 'data-invalid': aria['aria-invalid'], 'data-disabled': disabled || undefined };
  if (compact)
    return (
      <>
        <button
          ref={opener}
          type="button"
          id={field?.id}
          className={`input input-${size}`}
          {...flags}
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
        <BottomSheet open={open} onClose={close} title={label} closeLabel={closeLabel}>
          <div className="input mb-2">
            <Search aria-hidden />
            {input(true)}
          </div>
          {rows}
        </BottomSheet>
      </>
    );
  return (
    <div ref={anchor} className={`input input-${size}`} {...flags}>
      {input(false)}
      <ChevronDown aria-hidden className="chevron" />
      {open && (
        <Floating anchor={anchor} onDismiss={close} fit className="menu">
          {rows}
        </Floating>
      )}
    </div>
  );
}
