import { type ReactNode, useId } from 'react';
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

export function Switch({ checked, onChange, busy, disabled, reason, label, help, className, ...rest }: SwitchProps) {
  const id = useId();
  const held = busy || disabled;
  const note = (disabled && reason) || help;
  const control = (
    <button
      type="button"
      role="switch"
      id={id}
      className={cx('switch', !label && className)}
      aria-checked={checked}
      aria-label={rest['aria-label']}
      aria-labelledby={label ? `${id}-l` : rest['aria-labelledby']}
      aria-describedby={note && label ? `${id}-n` : rest['aria-describedby']}
      aria-disabled={held || undefined}
      aria-busy={busy || undefined}
      onClick={() => !held && onChange(!checked)}
    />
  );
  if (!label) return control;
  return (
    <div className={cx('choice', className)} data-disabled={disabled || undefined}>
      {control}
      <label className="choice-text" htmlFor={id}>
        <span id={`${id}-l`}>{label}</span>
        {note && <small id={`${id}-n`}>{note}</small>}
      </label>
    </div>
  );
}
