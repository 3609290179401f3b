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
  /** One line: what happens with it. */
  description: ReactNode;
  /** A switch at the end, named by the title. It applies at once; `reason` says why it is locked, instead of the description. */
  toggle?: {
    checked: boolean;
    onChange: (checked: boolean) => void;
    busy?: boolean | undefined;
    disabled?: boolean | undefined;
    reason?: ReactNode;
  };
  /** Stands before the switch, or in its place: a Select, a Segmented, chips, a button. It brings its own name. */
  control?: ReactNode;
  /** Whether it is set, where no switch tells: what is off is drawn quieter. */
  on?: boolean | undefined;
  /** The plan lacks it: the row is hatched, as a PlanGate. */
  locked?: boolean | undefined;
  /** Below the line: a warning, a list of conditions, a small form. */
  children?: ReactNode;
  className?: string | undefined;
}

/** One setting: icon, name, what it does, and the control at the end. Stands in a `SettingCard`. */
export function SettingRow(props: SettingRowProps) {
  const { icon: Sign, title, badge, description, toggle, control, on = toggle?.checked ?? true, locked, children, className } = props;
  const id = useId();
  return (
    <div className={cx('setting', className)} data-on={on || undefined} data-locked={locked || undefined}>
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
