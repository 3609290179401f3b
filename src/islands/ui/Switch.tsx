import { type ComponentPropsWithRef, type ReactElement, type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

interface SwitchBase {
  checked: boolean;
  /** Applies at once; when it has to be saved first, use Checkbox. */
  onChange: (checked: boolean) => void;
  busy?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Why it is locked; shown under the label and read out. */
  reason?: ReactNode;
  className?: string | undefined;
}
type Named =
  | { 'aria-label': string; 'aria-labelledby'?: never; 'aria-describedby'?: never }
  | { 'aria-labelledby': string; 'aria-describedby'?: string | undefined; 'aria-label'?: never };
/** Either a visible label beside it, or a name for screen readers, or the ids of a name and a note that stand elsewhere. */
export type SwitchProps = SwitchBase &
  (
    | { label: ReactNode; help?: ReactNode; 'aria-label'?: never; 'aria-labelledby'?: never; 'aria-describedby'?: never }
    | ({ label?: never; help?: never } & Named)
  );

type Control = Omit<ComponentPropsWithRef<'button'>, 'onChange' | 'role' | 'type'> & Omit<SwitchBase, 'reason'>;

/** The switch alone, without a component of its own: for rows, of which a list draws many with each key. */
export function switchButton({ checked, onChange, busy, disabled, className, ...rest }: Control): ReactElement {
  const held = busy || disabled;
  return (
    <button
      type="button"
      role="switch"
      {...rest}
      className={cx('switch', className)}
      aria-checked={checked}
      aria-disabled={held || undefined}
      aria-busy={busy || undefined}
      onClick={() => !held && onChange(!checked)}
    />
  );
}

export function Switch({ reason, label, help, className, ...rest }: SwitchProps) {
  const id = useId();
  const note = (rest.disabled && reason) || help;
  if (!label) return switchButton({ id, className, ...rest });
  const described = note ? `${id}-n` : rest['aria-describedby'];
  return (
    <div className={cx('choice', className)} data-disabled={rest.disabled || undefined}>
      {switchButton({ id, ...rest, 'aria-labelledby': `${id}-l`, 'aria-describedby': described })}
      <label className="choice-text" htmlFor={id}>
        <span id={`${id}-l`}>{label}</span>
        {note && <small id={`${id}-n`}>{note}</small>}
      </label>
    </div>
  );
}
