import { useRef } from 'react';

/** One key for one intent: the same choice sent again is the same purchase, another choice is another one. */
export function useIntentKey(): (intent: string) => string {
  const last = useRef({ intent: '', key: '' });
  return (intent) => {
    if (last.current.intent !== intent) last.current = { intent, key: crypto.randomUUID() };
    return last.current.key;
  };
}
