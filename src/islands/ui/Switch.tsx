import { Switch as HeadlessSwitch } from '@headlessui/react';
import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { cx } from './cx.ts';
import { Tooltip } from './Tooltip.tsx';
import { type Changes, useLock } from './useLock.ts';

interface SwitchBase {
  checked: boolean;
  /** Applies at once; for a value that has to be saved, use Checkbox. */
  onChange: (checked: boolean) => void;
  busy?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Why it is locked; shown below the label and announced. */
  reason?: ReactNode;
  /** False: it changes nothing in the account, so a role that may only read can use it. */
  changes?: Changes | undefined;
  className?: string | undefined;
}
type Named =
  | { 'aria-label': string; 'aria-labelledby'?: never; 'aria-describedby'?: never }
  | { 'aria-labelledby': string; 'aria-describedby'?: string | undefined; 'aria-label'?: never };
/** Either a visible label, or a name for screen readers, or the ids of a name and a note elsewhere on the page. */
export type SwitchProps = SwitchBase &
  (
    | { label: ReactNode; help?: ReactNode; 'aria-label'?: never; 'aria-labelledby'?: never; 'aria-describedby'?: never }
    | ({ label?: never; help?: never } & Named)
  );

type Names = { 'aria-label'?: string | undefined; 'aria-labelledby'?: string | undefined; 'aria-describedby'?: string | undefined };
type ControlProps = Omit<SwitchBase, 'reason'> & Names & { id?: string | undefined };

function Control({ checked, onChange, busy, disabled, changes = true, className, id, ...names }: ControlProps) {
  const byRole = useLock(changes);
  const isLocked = busy || disabled || Boolean(byRole);
  const control = (
    <HeadlessSwitch
      as={SwitchButton}
      {...(id && { id })}
      names={names}
      checked={checked}
      // Stays in the tab order, so that the reason can be found.
      isLocked={isLocked}
      aria-busy={busy || undefined}
      onChange={(next: boolean) => isLocked || onChange(next)}
      toggle={() => isLocked || onChange(!checked)}
      className={cx('switch', className)}
    />
  );
  return byRole ? <Tooltip text={byRole}>{control}</Tooltip> : control;
}

interface SwitchButtonProps extends ComponentPropsWithRef<'button'> {
  names: Names;
  isLocked: boolean | undefined;
  toggle: () => void;
}
/** Enter toggles it too, while Headless UI would submit the form. */
function SwitchButton({ names, isLocked, toggle, onKeyUp, ...rest }: SwitchButtonProps) {
  return (
    <button
      {...rest}
      {...names}
      type="button"
      aria-disabled={isLocked || undefined}
      onKeyDown={(event) => event.key === 'Enter' && !event.repeat && toggle()}
      onKeyUp={(event) => event.key !== 'Enter' && onKeyUp?.(event)}
    />
  );
}

export function Switch({ reason, label, help, className, ...rest }: SwitchProps) {
  const id = useId();
  const note = (rest.disabled && reason) || help;
  if (!label) return <Control id={id} className={className} {...rest} />;
  const described = note ? `${id}-n` : rest['aria-describedby'];
  return (
    <div className={cx('choice', className)} data-disabled={rest.disabled || undefined}>
      <Control id={id} {...rest} aria-labelledby={`${id}-l`} aria-describedby={described} />
      <label className="choice-text" htmlFor={id}>
        <span id={`${id}-l`}>{label}</span>
        {note && <small id={`${id}-n`}>{note}</small>}
      </label>
    </div>
  );
}
