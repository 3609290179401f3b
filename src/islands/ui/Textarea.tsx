import type { ComponentPropsWithRef } from 'react';
import { cx } from './cx.ts';
import { useField } from './Field.tsx';

export interface TextareaProps extends ComponentPropsWithRef<'textarea'> {
  ltr?: boolean | undefined;
  mono?: boolean | undefined;
  /** Grows with its text instead of having a resize handle. */
  grow?: boolean | undefined;
}

export function Textarea({ ltr, mono, grow, className, ...rest }: TextareaProps) {
  const { aria } = useField();
  const disabled = rest.disabled ?? aria.disabled;
  const invalid = rest['aria-invalid'] ?? aria['aria-invalid'];
  return (
    <div
      className={cx('input input-area', className)}
      data-grow={grow || undefined}
      data-invalid={invalid || undefined}
      data-disabled={disabled || undefined}
    >
      <textarea
        rows={3}
        {...((ltr || mono) && { dir: 'ltr', spellCheck: false })}
        {...aria}
        {...rest}
        disabled={disabled}
        {...(mono && { className: 'mono' })}
      />
    </div>
  );
}
