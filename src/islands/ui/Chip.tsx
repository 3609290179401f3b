import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import type { Icon } from './icon.ts';
import { Tooltip } from './Tooltip.tsx';
import { type Changes, useLock } from './useLock.ts';

interface ChipBase {
  children: ReactNode;
  icon?: Icon | undefined;
  count?: ReactNode;
  size?: 'sm' | 'md' | undefined;
  disabled?: boolean | undefined;
  /** A press is saved at once, so a role that may only read can't use it. */
  changes?: Changes | undefined;
}
/** A filter that is on or off, or a value that can be removed. */
export type ChipProps = ChipBase &
  (
    | { pressed: boolean; onClick: () => void; onRemove?: never; removeLabel?: never }
    | { onRemove: () => void; removeLabel: string; pressed?: never; onClick?: never }
    | { pressed?: never; onClick?: never; onRemove?: never; removeLabel?: never }
  );

export function Chip({ children, icon: Icon, count, size, disabled, changes = false, ...rest }: ChipProps) {
  const lock = useLock(changes);
  const className = cx('chip', size === 'sm' && 'chip-sm');
  const inner = (
    <>
      {Icon && <Icon aria-hidden />}
      {children}
      {count !== undefined && <span className="chip-count">{count}</span>}
    </>
  );
  if (rest.onClick) {
    const button = (
      <button
        type="button"
        className={className}
        aria-pressed={rest.pressed}
        disabled={disabled}
        aria-disabled={lock !== undefined || undefined}
        onClick={lock === undefined ? rest.onClick : undefined}
      >
        {inner}
      </button>
    );
    return lock === undefined ? button : <Tooltip text={lock}>{button}</Tooltip>;
  }
  return (
    <span className={className}>
      {inner}
      {rest.onRemove && (
        <button type="button" className="chip-x" aria-label={rest.removeLabel} disabled={disabled} onClick={rest.onRemove}>
          <X aria-hidden />
        </button>
      )}
    </span>
  );
}
