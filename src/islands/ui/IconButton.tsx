import type { ComponentPropsWithRef, HTMLAttributes, ReactElement } from 'react';
import { cx } from './cx.ts';
import type { Icon } from './icon.ts';
import { Spinner } from './Spinner.tsx';
import { still } from './still.tsx';
import { Tooltip } from './Tooltip.tsx';

export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children' | 'disabled' | 'aria-label'> {
  icon: Icon;
  /** Its name, also shown as a tooltip. */
  label: string;
  size?: 'xs' | 'sm' | 'md' | undefined;
  kind?: 'plain' | 'ring' | 'danger' | undefined;
  /** For icons of direction: turns with the page. */
  mirror?: boolean | undefined;
  tip?: boolean | undefined;
  busy?: boolean | undefined;
  disabled?: boolean | undefined;
  reason?: string | undefined;
  /** A small dot at the corner: something is new. */
  dot?: boolean | undefined;
}

export function IconButton({ tip = true, ...props }: IconButtonProps) {
  const { label, disabled, reason } = props;
  const button = iconButton(props);
  return tip ? (
    <Tooltip text={disabled && reason ? reason : label} names={!(disabled && reason)}>
      {button}
    </Tooltip>
  ) : (
    button
  );
}

/** The button alone, without a tooltip and a component of its own: for rows, of which a list draws many with each key. */
export function iconButton(props: Omit<IconButtonProps, 'tip'> & { 'data-menu'?: boolean }): ReactElement<HTMLAttributes<HTMLElement>> {
  const { icon: Icon, label, size = 'md', kind = 'plain', mirror, busy, disabled, reason, dot, className, onClick, ...rest } = props;
  const held = busy || (disabled && reason !== undefined);
  return (
    <button
      type="button"
      {...rest}
      className={cx('icon-btn', size !== 'md' && `icon-btn-${size}`, kind !== 'plain' && `icon-btn-${kind}`, className)}
      aria-label={label}
      disabled={disabled && !held}
      aria-disabled={held || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => (held ? event.preventDefault() : onClick?.(event))}
    >
      {busy ? <Spinner /> : mirror ? <Icon aria-hidden className="mirror" /> : still(Icon)}
      {dot && <span className="dot" aria-hidden />}
    </button>
  );
}
