import { CircleCheck } from 'lucide-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { cx } from './cx.ts';
import { useField } from './Field.tsx';
import type { Icon as IconType } from './icon.ts';

export interface TextInputProps extends Omit<ComponentPropsWithRef<'input'>, 'size' | 'prefix'> {
  icon?: IconType | undefined;
  /** Text inside, at the end: a unit, a domain, a currency. */
  suffix?: ReactNode;
  prefix?: ReactNode;
  /** The server has checked the value ("Matches", "Available to add"). */
  tick?: ReactNode;
  /** A technical value (domain, IP, path, email): left to right in every language, aligned with the page. */
  ltr?: boolean | undefined;
  /** `ltr` in the code font: hashes, IPs, record contents. */
  mono?: boolean | undefined;
  size?: 'sm' | 'md' | 'lg' | undefined;
  /** A button at the end, for example IconButton. */
  end?: ReactNode;
}

/** A single-line input. Accepts react-hook-form's `register()` directly; label and error come from the `Field` around it. */
export function TextInput(props: TextInputProps) {
  const { icon: Icon, prefix, suffix, tick, ltr, mono, size = 'md', end, className, ...rest } = props;
  const { aria } = useField();
  const disabled = rest.disabled ?? aria.disabled;
  const technical = (ltr || mono) && { dir: 'ltr', spellCheck: false, autoCapitalize: 'none', autoCorrect: 'off' };
  const invalid = rest['aria-invalid'] ?? aria['aria-invalid'];
  return (
    <div
      className={cx('input', size !== 'md' && `input-${size}`, className)}
      data-invalid={invalid || undefined}
      data-disabled={disabled || undefined}
    >
      {Icon && <Icon aria-hidden />}
      {prefix && <span className="input-affix">{prefix}</span>}
      <input type="text" {...technical} {...aria} {...rest} disabled={disabled} {...(mono && { className: 'mono' })} />
      {suffix && <span className="input-affix">{suffix}</span>}
      {tick && (
        <span className="input-tick">
          <CircleCheck aria-hidden />
          {tick}
        </span>
      )}
      {end}
    </div>
  );
}
