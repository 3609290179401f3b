import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { BottomSheet } from './BottomSheet.tsx';
import { cx } from './cx.ts';
import { useField } from './Field.tsx';
import { Floating } from './Floating.tsx';
import { OptionRow } from './OptionRow.tsx';
import type { Option } from './options.ts';
import { useCompact } from './useCompact.ts';
import { useListNav } from './useListNav.ts';

export interface SelectProps<V extends string | number> {
  value: V | null;
  onChange: (value: V) => void;
  options: readonly Option<V>[];
  /** Its name: for screen readers when no `Field` is around it, and the title of the sheet on small screens. */
  label: string;
  closeLabel: string;
  placeholder?: string | undefined;
  /** Stands before the value inside the button: "Proxy:". */
  prefix?: ReactNode;
  disabled?: boolean | undefined;
  size?: 'sm' | 'md' | 'lg' | undefined;
  name?: string | undefined;
  className?: string | undefined;
  onBlur?: (() => void) | undefined;
}

/** Chooses one of a few (under eight; from eight on use Combobox). A bottom sheet at 1190 px or less. */
export function Select<V extends string | number>(props: SelectProps<V>) {
  const { value, options, label, closeLabel, placeholder, prefix, size = 'md', name, className, onBlur } = props;
  const { field, aria } = useField();
  const list = useId();
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const compact = useCompact();
  const disabled = props.disabled ?? aria.disabled;
  const chosen = options.find((option) => option.value === value);
  const close = () => {
    setOpen(false);
    anchor.current?.focus();
  };
  const pick = (picked: V) => {
    props.onChange(picked);
    close();
  };
  const listProps = { id: list, options, value, label, onPick: pick, onClose: close };
  const Icon = chosen?.icon;
  return (
    <>
      <button
        ref={anchor}
        type="button"
        {...aria}
        id={field?.id}
        // The value belongs to the name, or it would not be read out (WCAG 2.5.3); with a prefix the whole text does.
        aria-label={field || prefix ? undefined : [label, chosen?.label ?? placeholder].filter(Boolean).join(': ')}
        aria-labelledby={field ? `${field.labelId} ${field.id}` : undefined}
        aria-haspopup="listbox"
        aria-expanded={open}
        disabled={disabled}
        data-disabled={disabled || undefined}
        data-invalid={aria['aria-invalid']}
        className={cx('input', size !== 'md' && `input-${size}`, className)}
        onClick={() => setOpen(!open)}
        onBlur={onBlur}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        <span className="select-value" data-empty={chosen ? undefined : ''}>
          {prefix && !field && <span className="sr-only">{label} </span>}
          {prefix}
          {Icon && <Icon aria-hidden />}
          {chosen?.code && <bdi className="menu-code">{chosen.code}</bdi>}
          <bdi {...(chosen?.ltr && { dir: 'ltr' })}>{chosen?.label ?? placeholder ?? '\u00a0'}</bdi>
        </span>
        <ChevronDown aria-hidden className="chevron" />
      </button>
      {name && <input type="hidden" name={name} value={value ?? ''} />}
      {compact ? (
        <BottomSheet open={open} onClose={close} title={label} closeLabel={closeLabel}>
          <List {...listProps} />
        </BottomSheet>
      ) : (
        open && (
          <Floating anchor={anchor} onDismiss={close} fit className="menu">
            <List {...listProps} />
          </Floating>
        )
      )}
    </>
  );
}

interface ListProps<V extends string | number> extends Pick<SelectProps<V>, 'options' | 'value' | 'label'> {
  id: string;
  onPick: (value: V) => void;
  onClose: () => void;
}
function List<V extends string | number>({ id, options, value, label, onPick, onClose }: ListProps<V>) {
  const root = useRef<HTMLDivElement>(null);
  const items = options.map((option) => ({ disabled: option.reason !== undefined, text: option.label }));
  const chosen = options.findIndex((option) => option.value === value);
  const nav = useListNav(items, chosen >= 0 ? chosen : items.findIndex((item) => !item.disabled), (index) => {
    const option = options[index];
    if (option && option.reason === undefined) onPick(option.value);
  });
  useEffect(() => root.current?.focus({ preventScroll: true }), []);
  useEffect(() => void document.getElementById(`${id}-${nav.active}`)?.scrollIntoView?.({ block: 'nearest' }), [id, nav.active]);
  return (
    <div
      ref={root}
      role="listbox"
      tabIndex={-1}
      data-autofocus
      aria-label={label}
      aria-activedescendant={nav.active >= 0 ? `${id}-${nav.active}` : undefined}
      className="outline-none"
      onKeyDown={(event) => (event.key === 'Tab' ? onClose() : nav.onKeyDown(event))}
    >
      {options.map((option, index) => (
        <OptionRow
          key={option.value}
          id={`${id}-${index}`}
          option={option}
          active={index === nav.active}
          selected={option.value === value}
          onPick={() => onPick(option.value)}
          onPoint={() => nav.setActive(index)}
        />
      ))}
    </div>
  );
}
