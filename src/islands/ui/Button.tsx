import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';
import { cx } from './cx.ts';
import type { Icon as IconType } from './icon.ts';
import { Kbd } from './Kbd.tsx';
import { Spinner } from './Spinner.tsx';
import { Tooltip } from './Tooltip.tsx';
import { type Changes, useLock } from './useLock.ts';

export type ButtonKind = 'primary' | 'secondary' | 'ghost' | 'danger' | 'soft-danger';
export type ButtonSize = 'sm' | 'md' | 'lg' | 'xl';

export interface ButtonLook {
  kind?: ButtonKind | undefined;
  size?: ButtonSize | undefined;
  block?: boolean | undefined;
}
export const buttonClass = ({ kind = 'secondary', size = 'md', block }: ButtonLook, extra?: string) =>
  cx('btn', `btn-${kind}`, size !== 'md' && `btn-${size}`, block && 'btn-block', extra);

export interface ButtonProps extends ButtonLook, Omit<ComponentPropsWithRef<'button'>, 'disabled'> {
  icon?: IconType | undefined;
  /** Only an arrow that means "continue". */
  trailing?: IconType | undefined;
  kbd?: string | undefined;
  busy?: boolean | undefined;
  /** Replaces the label while busy; the button always has the width of the wider of the two. */
  busyLabel?: string | undefined;
  disabled?: boolean | undefined;
  /** Why it is disabled. The button then stays in the tab order and shows the reason in a tooltip. */
  reason?: string | undefined;
  /**
   * Whether it changes something in the account at once, so that a role that may only read can't use it. Default: primary and destructive
   * buttons, and those that submit a form.
   */
  changes?: Changes | undefined;
}

export function Button(props: ButtonProps) {
  const {
    kind,
    size,
    block,
    icon: Icon,
    trailing: Trailing,
    kbd,
    busy,
    busyLabel,
    disabled: isDisabled,
    reason: why,
    changes = kind === 'primary' || kind === 'danger' || kind === 'soft-danger' || props.type === 'submit',
    className,
    children,
    onClick,
    ...rest
  } = props;
  const lock = useLock(changes);
  const [disabled, reason] = lock ? [true, lock] : [isDisabled, why];
  const isBlocked = busy || (disabled && reason !== undefined);
  const guard = (event: MouseEvent<HTMLButtonElement>) => {
    if (!isBlocked) return onClick?.(event);
    event.preventDefault();
    event.stopPropagation();
  };
  const face = (
    <>
      {Icon && <Icon aria-hidden />}
      {children}
      {Trailing && <Trailing aria-hidden className="mirror" />}
      {kbd && <Kbd>{kbd}</Kbd>}
    </>
  );
  const button = (
    <button
      type="button"
      {...rest}
      className={buttonClass({ kind, size, block }, className)}
      disabled={disabled && !isBlocked}
      aria-disabled={isBlocked || undefined}
      aria-busy={busy || undefined}
      onClick={guard}
    >
      {busyLabel === undefined && !busy ? face : <Faces busy={busy} busyLabel={busyLabel} rest={face} />}
    </button>
  );
  return disabled && reason ? <Tooltip text={reason}>{button}</Tooltip> : button;
}

/** Both labels share one grid cell, so that the width never changes. */
function Faces({ busy, busyLabel, rest }: { busy: boolean | undefined; busyLabel: string | undefined; rest: ReactNode }) {
  const unnamed = busyLabel === undefined;
  return (
    <span className="btn-faces">
      <span className="btn-face" {...(busy && (unnamed ? { 'data-veiled': true } : { 'data-off': true, 'aria-hidden': true }))}>
        {rest}
      </span>
      <span className="btn-face" {...(!busy && { 'data-off': true, 'aria-hidden': true })}>
        <Spinner />
        {busyLabel}
      </span>
    </span>
  );
}
