import { ChevronDown } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { cx } from './cx.ts';
import { useField } from './Field.tsx';
import { onDemand } from './onDemand.tsx';
import type { Option } from './options.ts';
import type { SelectPanelProps } from './overlay/SelectPanel.tsx';
import { returnFocus } from './returnFocus.ts';
import { Tooltip } from './Tooltip.tsx';
import { type Changes, useLock } from './useLock.ts';

export interface SelectProps<V extends string | number> {
  value: V | null;
  onChange: (value: V) => void;
  options: readonly Option<V>[];
  /** Its name: for screen readers if it is not in a `Field`, and the title of the sheet on small screens. */
  label: string;
  closeLabel: string;
  placeholder?: string | undefined;
  /** Before the value inside the button: "Proxy:". */
  prefix?: ReactNode;
  disabled?: boolean | undefined;
  /** It is saved at once, so a role that may only read can't use it. In a form, the button that saves is locked. */
  changes?: Changes | undefined;
  size?: 'sm' | 'md' | 'lg' | undefined;
  name?: string | undefined;
  className?: string | undefined;
  onBlur?: (() => void) | undefined;
}

const Panel = onDemand<SelectPanelProps>((parts) => parts.SelectPanel);

/** Chooses one of up to seven options (use Combobox for more). A bottom sheet at 1190 px or less. */
export function Select<V extends string | number>(props: SelectProps<V>) {
  const { value, options, label, closeLabel, placeholder, prefix, size = 'md', name, className, onBlur, changes = false } = props;
  const lock = useLock(changes);
  const { field, aria } = useField();
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const disabled = props.disabled ?? aria.disabled;
  const chosen = options.find((option) => option.value === value);
  const close = () => {
    setOpen(false);
    returnFocus(anchor.current);
  };
  const Icon = chosen?.icon;
  const button = (
    <button
      ref={anchor}
      type="button"
      {...aria}
      id={field?.id}
      // The name includes the value, or it would not be announced (WCAG 2.5.3); with a prefix it is the whole text.
      aria-label={field || prefix ? undefined : [label, chosen?.label ?? placeholder].filter(Boolean).join(': ')}
      aria-labelledby={field ? `${field.labelId} ${field.id}` : undefined}
      aria-haspopup="listbox"
      aria-expanded={open}
      disabled={disabled}
      aria-disabled={lock !== undefined || undefined}
      data-disabled={disabled || lock !== undefined || undefined}
      data-invalid={aria['aria-invalid']}
      className={cx('input', size !== 'md' && `input-${size}`, className)}
      onClick={() => lock === undefined && setOpen(!open)}
      onBlur={onBlur}
      onKeyDown={(event) => {
        if (lock !== undefined || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
        event.preventDefault();
        setOpen(true);
      }}
    >
      <span className="select-value" data-empty={chosen ? undefined : ''}>
        {prefix && !field && <span className="sr-only">{label} </span>}
        {prefix}
        {Icon && <Icon aria-hidden />}
        {/* The space separates the words for screen readers. */}
        {chosen?.code && (
          <>
            <bdi className="menu-code">{chosen.code}</bdi>{' '}
          </>
        )}
        <bdi {...(chosen?.ltr && { dir: 'ltr' })}>{chosen?.label ?? placeholder ?? '\u00a0'}</bdi>
      </span>
      <ChevronDown aria-hidden className="chevron" />
    </button>
  );
  return (
    <>
      {lock === undefined ? button : <Tooltip text={lock}>{button}</Tooltip>}
      {name && <input type="hidden" name={name} value={value ?? ''} />}
      <Panel
        open={open}
        anchor={anchor}
        label={label}
        closeLabel={closeLabel}
        value={value}
        options={options}
        // Every option's value is a V.
        onPick={(picked) => props.onChange(picked as V)}
        onClose={close}
      />
    </>
  );
}
