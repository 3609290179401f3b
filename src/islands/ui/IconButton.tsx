import type { ComponentPropsWithRef } from 'react';
import { cx } from './cx.ts';
import type { Icon } from './icon.ts';
import { Spinner } from './Spinner.tsx';
import { Tooltip } from './Tooltip.tsx';
import { type Changes, useLock } from './useLock.ts';

export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children' | 'disabled' | 'aria-label'> {
  icon: Icon;
  /** Its name, also shown as a tooltip. */
  label: string;
  size?: 'xs' | 'sm' | 'md' | undefined;
  kind?: 'plain' | 'ring' | 'danger' | undefined;
  /** For directional icons: mirrored in right-to-left pages. */
  mirror?: boolean | undefined;
  tip?: boolean | undefined;
  busy?: boolean | undefined;
  disabled?: boolean | undefined;
  reason?: string | undefined;
  /** Whether it changes something in the account at once, so that a role that may only read can't use it. Default: destructive ones. */
  changes?: Changes | undefined;
  /** A small dot in the corner: something is new. */
  dot?: boolean | undefined;
  /** Marks the button that opens the menu of a table row. */
  'data-menu'?: boolean | undefined;
}

export function IconButton({ tip = true, ...props }: IconButtonProps) {
  const {
    icon: Icon,
    label,
    size = 'md',
    kind = 'plain',
    mirror,
    busy,
    dot,
    className,
    onClick,
    changes = kind === 'danger',
    ...others
  } = props;
  const { disabled: isDisabled, reason: why, ...rest } = others;
  const lock = useLock(changes);
  const [disabled, reason] = lock ? [true, lock] : [isDisabled, why];
  const isBlocked = busy || (disabled && reason !== undefined);
  const button = (
    <button
      type="button"
      {...rest}
      className={cx('icon-btn', size !== 'md' && `icon-btn-${size}`, kind !== 'plain' && `icon-btn-${kind}`, className)}
      aria-label={label}
      disabled={disabled && !isBlocked}
      aria-disabled={isBlocked || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => (isBlocked ? event.preventDefault() : onClick?.(event))}
    >
      {busy ? <Spinner /> : <Icon aria-hidden {...(mirror && { className: 'mirror' })} />}
      {dot && <span className="dot" aria-hidden />}
    </button>
  );
  return tip || lock ? (
    <Tooltip text={disabled && reason ? reason : label} names={!(disabled && reason)}>
      {button}
    </Tooltip>
  ) : (
    button
  );
}
