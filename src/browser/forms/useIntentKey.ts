import { useRef } from 'react';

/** One idempotency key per intent: sending the same choice again repeats the same purchase; another choice gets a new key. */
export function useIntentKey(): (intent: string) => string {
  const last = useRef({ intent: '', key: '' });
  return (intent) => {
    if (last.current.intent !== intent) last.current = { intent, key: crypto.randomUUID() };
    return last.current.key;
  };
}
