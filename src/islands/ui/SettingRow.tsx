import { type ReactNode, useId } from 'react';
import { Card, type CardProps } from './Card.tsx';
import { cx } from './cx.ts';
import type { Icon } from './icon.ts';
import { Switch } from './Switch.tsx';

export interface SettingRowProps {
  icon: Icon;
  title: ReactNode;
  /** A plan or a state, after the title. */
  badge?: ReactNode;
  /** One line: its effect. */
  description: ReactNode;
  /** A switch at the end, labelled by the title. It applies at once; `reason` says why it is locked and replaces the description. */
  toggle?: {
    checked: boolean;
    onChange: (checked: boolean) => void;
    busy?: boolean | undefined;
    disabled?: boolean | undefined;
    reason?: ReactNode;
  };
  /** Before the switch, or instead of it: a Select, a Segmented, chips, a button. It has its own label. */
  control?: ReactNode;
  /** Whether it is set, if there is no switch: what is off is muted. */
  on?: boolean | undefined;
  /** The plan doesn't include it: the row is hatched, like a PlanGate. */
  locked?: boolean | undefined;
  /** Below the line: a warning, a list of conditions, a small form. */
  children?: ReactNode;
  /** The claim that the row makes (`claimMark`). */
  mark?: { 'data-needs'?: string; 'data-unless'?: string } | undefined;
  className?: string | undefined;
}

/** One setting: icon, name, effect, and the control at the end. Used in a `SettingCard`. */
export function SettingRow(props: SettingRowProps) {
  const { icon: Sign, title, badge, description, toggle, control, on = toggle?.checked ?? true, locked, children, mark, className } = props;
  const id = useId();
  return (
    <div {...mark} className={cx('setting', className)} data-on={on || undefined} data-locked={locked || undefined}>
      <Sign aria-hidden />
      <div className="setting-text">
        <div className="setting-title">
          <span id={`${id}-t`}>{title}</span>
          {badge}
        </div>
        <div id={`${id}-n`} className="setting-note">
          {(toggle?.disabled && toggle.reason) || description}
        </div>
      </div>
      {(control || toggle) && (
        <div className="setting-control">
          {control}
          {toggle && (
            <Switch
              checked={toggle.checked}
              onChange={toggle.onChange}
              busy={toggle.busy}
              disabled={toggle.disabled}
              aria-labelledby={`${id}-t`}
              aria-describedby={`${id}-n`}
            />
          )}
        </div>
      )}
      {children && <div className="setting-more">{children}</div>}
    </div>
  );
}

/** Settings of one kind under a name; `sub` counts them ("2 of 3 on"). */
export const SettingCard = (props: CardProps) => <Card line flush {...props} className={cx('setting-card', props.className)} />;
