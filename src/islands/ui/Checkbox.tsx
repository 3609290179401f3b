import { type ComponentPropsWithRef, type ReactNode, useCallback, useId } from 'react';
import { cx } from './cx.ts';
import { useField } from './Field.tsx';

interface CheckboxBase extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'children' | 'aria-label'> {
  /** Partly checked: shown as a dash. */
  mixed?: boolean | undefined;
  error?: ReactNode;
}
export type CheckboxProps = CheckboxBase &
  ({ label: ReactNode; help?: ReactNode; 'aria-label'?: never } | { 'aria-label': string; label?: never; help?: never });

/** Accepts react-hook-form's `register()` directly. */
export function Checkbox({ mixed = false, label, help, error, className, ref, ...rest }: CheckboxProps) {
  const id = useId();
  const { field } = useField();
  const note = error ?? help;
  const setBox = useCallback(
    (element: HTMLInputElement | null) => {
      if (element) element.indeterminate = mixed;
      if (typeof ref === 'function') return ref(element);
      if (ref) ref.current = element;
    },
    [mixed, ref],
  );
  const box = (
    <input
      id={field?.id ?? id}
      {...rest}
      ref={setBox}
      type="checkbox"
      className={cx('check', !label && className)}
      aria-invalid={error ? true : undefined}
      aria-describedby={note ? `${id}-n` : undefined}
    />
  );
  if (!label) return box;
  return (
    <label htmlFor={field?.id ?? id} className={cx('choice', className)} data-disabled={rest.disabled || undefined}>
      {box}
      <span className="choice-text">
        <span>{label}</span>
        {note && (
          <small id={`${id}-n`} {...(error && { 'data-tone': 'danger' })}>
            {note}
          </small>
        )}
      </span>
    </label>
  );
}
