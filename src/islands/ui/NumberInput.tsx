import { Minus, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { latinDigits } from '../../lib/format/digits.ts';
import { useField } from './Field.tsx';

export interface NumberInputProps {
  /** Null: the field is empty. */
  value: number | null;
  onChange: (value: number | null) => void;
  onBlur?: (() => void) | undefined;
  min?: number | undefined;
  max?: number | undefined;
  step?: number | undefined;
  suffix?: ReactNode;
  decreaseLabel: string;
  increaseLabel: string;
  disabled?: boolean | undefined;
  'aria-label'?: string | undefined;
}

/** A number with minus and plus buttons. The form rejects a value out of range; the buttons and arrow keys stop at the limits. */
export function NumberInput(props: NumberInputProps) {
  const { value, onChange, onBlur, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, step = 1, suffix } = props;
  const { aria } = useField();
  const disabled = props.disabled ?? aria.disabled;
  // The text being typed ("1." on the way to 1.5), until the field loses focus.
  const [typed, setTyped] = useState<string | null>(null);
  const move = (by: number) => {
    setTyped(null);
    onChange(Math.min(max, Math.max(min, (value ?? 0) + by * step)));
  };
  return (
    <div className="input stepper-input" data-invalid={aria['aria-invalid']} data-disabled={disabled || undefined}>
      <button
        type="button"
        tabIndex={-1}
        aria-label={props.decreaseLabel}
        disabled={disabled || (value ?? 0) <= min}
        onClick={() => move(-1)}
      >
        <Minus aria-hidden />
      </button>
      <input
        {...aria}
        aria-label={props['aria-label']}
        type="text"
        inputMode="decimal"
        role="spinbutton"
        aria-valuenow={value ?? undefined}
        aria-valuemin={Number.isFinite(min) ? min : undefined}
        aria-valuemax={Number.isFinite(max) ? max : undefined}
        dir="ltr"
        disabled={disabled}
        value={typed ?? value ?? ''}
        onBlur={() => {
          setTyped(null);
          onBlur?.();
        }}
        onChange={(event) => {
          const text = latinDigits(event.target.value).trim().replace('٫', '.');
          if (!/^-?\d*\.?\d*$/.test(text)) return;
          setTyped(text);
          onChange(text === '' || Number.isNaN(Number(text)) ? null : Number(text));
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
          event.preventDefault();
          move(event.key === 'ArrowUp' ? 1 : -1);
        }}
      />
      {suffix && <span className="input-affix">{suffix}</span>}
      <button
        type="button"
        tabIndex={-1}
        aria-label={props.increaseLabel}
        disabled={disabled || (value ?? 0) >= max}
        onClick={() => move(1)}
      >
        <Plus aria-hidden />
      </button>
    </div>
  );
}
