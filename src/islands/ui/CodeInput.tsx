import { type ComponentPropsWithRef, useState } from 'react';
import { latinDigits } from '../../lib/format/digits.ts';
import { useField } from './Field.tsx';

export interface CodeInputProps extends Omit<ComponentPropsWithRef<'input'>, 'value' | 'onChange' | 'size' | 'type'> {
  value: string;
  onChange: (code: string) => void;
  /** Called once when the last digit is typed or pasted. */
  onComplete?: ((code: string) => void) | undefined;
  length?: number | undefined;
}

/** Persian and Arabic digits become Latin ones; all other characters are dropped. */
const onlyDigits = (text: string, length: number) => latinDigits(text).replace(/\D/g, '').slice(0, length);

/**
 * A numeric code. One real input lies over the boxes, so that pasting, one-time-code autofill and screen readers work as in any
 * other field.
 */
export function CodeInput({ value, onChange, onComplete, length = 6, onFocus, onBlur, ...rest }: CodeInputProps) {
  const { aria } = useField();
  const [focused, setFocused] = useState(false);
  const applyText = (text: string) => {
    const code = onlyDigits(text, length);
    if (code === value) return;
    onChange(code);
    if (code.length === length) onComplete?.(code);
  };
  return (
    <div className="code" dir="ltr" data-invalid={aria['aria-invalid']}>
      {Array.from({ length }, (_, index) => {
        const on = focused && index === Math.min(value.length, length - 1);
        return (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a box is identified by its position
            key={index}
            className="code-box"
            aria-hidden
            data-on={on || undefined}
            data-caret={(on && value.length < length) || undefined}
          >
            {value[index]}
          </span>
        );
      })}
      <input
        {...aria}
        {...rest}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern={`\\d{${length}}`}
        dir="ltr"
        value={value}
        onChange={(event) => applyText(event.target.value)}
        onPaste={(event) => {
          event.preventDefault();
          applyText(event.clipboardData.getData('text'));
        }}
        onFocus={(event) => {
          setFocused(true);
          onFocus?.(event);
        }}
        onSelect={(event) => {
          // The caret stays at the end: the boxes show no other position.
          const { value: text, selectionStart, selectionEnd } = event.currentTarget;
          if (selectionStart === selectionEnd && selectionStart !== text.length)
            event.currentTarget.setSelectionRange(text.length, text.length);
        }}
        onBlur={(event) => {
          setFocused(false);
          onBlur?.(event);
        }}
      />
    </div>
  );
}
