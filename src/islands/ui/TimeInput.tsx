import { useState } from 'react';
import { localTime } from '../../lib/format/localTime.ts';
import { TextInput, type TextInputProps } from './TextInput.tsx';

interface TimeInputProps extends Pick<TextInputProps, 'step' | 'required' | 'onBlur'> {
  /** ISO 8601; null: none. */
  value: string | null;
  onChange: (iso: string | null) => void;
}

const timeInputText = (iso: string | null): string => (iso ? localTime(iso) : '');

/** A moment, to the minute, in the time zone of the device. */
export function TimeInput({ value, onChange, ...rest }: TimeInputProps) {
  // What was typed stays as it is: in a year that is half typed, some time zones have an offset with seconds.
  const [typed, setTyped] = useState({ text: timeInputText(value), iso: value });
  return (
    <TextInput
      type="datetime-local"
      ltr
      {...rest}
      value={value === typed.iso ? typed.text : timeInputText(value)}
      onChange={({ target: { value: text } }) => {
        const iso = text ? new Date(text).toISOString() : null;
        setTyped({ text, iso });
        onChange(iso);
      }}
    />
  );
}
