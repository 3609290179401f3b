import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Takes what was typed into a controlled field of a server's page before its script started. */
export function useTyped(
  field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>,
  value: string,
  onChange: (value: string) => void,
): void {
  const readTyped = useEffectEvent(() => {
    const typed = field.current?.value ?? value;
    if (typed !== value) onChange(typed);
  });
  useEffect(() => readTyped(), []);
}
