import { ArrowBigUp, Eye, EyeOff } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { IconButton } from './IconButton.tsx';
import { TextInput, type TextInputProps } from './TextInput.tsx';

export interface PasswordInputProps extends Omit<TextInputProps, 'type' | 'end' | 'ltr' | 'mono'> {
  showLabel: string;
  hideLabel: string;
  /** Shown below while Caps Lock is on. */
  capsLock: ReactNode;
}

export function PasswordInput({ showLabel, hideLabel, capsLock, onKeyDown, onKeyUp, onBlur, ...rest }: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  const [caps, setCaps] = useState(false);
  const look = (event: KeyboardEvent<HTMLInputElement>) => setCaps(event.getModifierState?.('CapsLock') ?? false);
  return (
    <>
      <TextInput
        ltr
        autoComplete="current-password"
        {...rest}
        type={shown ? 'text' : 'password'}
        onKeyDown={(event) => {
          look(event);
          onKeyDown?.(event);
        }}
        onKeyUp={(event) => {
          look(event);
          onKeyUp?.(event);
        }}
        onBlur={(event) => {
          setCaps(false);
          onBlur?.(event);
        }}
        end={
          <IconButton
            icon={shown ? EyeOff : Eye}
            label={shown ? hideLabel : showLabel}
            tip={false}
            disabled={rest.disabled}
            onClick={() => setShown(!shown)}
          />
        }
      />
      <span role="status" className={caps ? 'field-note' : 'sr-only'} data-tone="warning">
        {caps && (
          <>
            <ArrowBigUp aria-hidden />
            {capsLock}
          </>
        )}
      </span>
    </>
  );
}
