import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { navigate } from '../../../browser/navigate.ts';
import { $session } from '../../../browser/stores/session.ts';

const nothing = () => () => {};
/** False until hydration: before that, a submit would reload the page. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    nothing,
    () => true,
    () => false,
  );

const secondsUntil = (moment: number | null): number => (moment === null ? 0 : Math.max(0, Math.ceil((moment - Date.now()) / 1000)));

/** Seconds until a time (epoch milliseconds), counted down to 0. */
export function useSecondsUntil(moment: number | null): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(moment));
  useEffect(() => {
    const look = () => {
      const left = secondsUntil(moment);
      setSeconds(left);
      if (left === 0) clearInterval(timer);
    };
    const timer = setInterval(look, 1000);
    look();
    return () => clearInterval(timer);
  }, [moment]);
  return seconds;
}

/**
 * Continues as soon as there is a session, from this tab or another one: a sign-in applies to all tabs. Only once: the page that the
 * other tab opens writes the session again, which would restart the navigation.
 */
export function useGoOn(target: string): void {
  useEffect(() => {
    const stop = $session.listen((session) => {
      if (!session) return;
      stop();
      navigate.leave(target);
    });
    return stop;
  }, [target]);
}

interface StoredExpiry {
  /** ISO 8601 */
  expiresAt: string;
}

function readStoredExpiry<T extends StoredExpiry>(name: string): T | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(name) ?? 'null') as T | null; // written by `writeStoredExpiry`
    return stored && Date.parse(stored.expiresAt) > Date.now() ? stored : null;
  } catch {
    // Blocked storage, or data of another version: starts over.
    return null;
  }
}

function writeStoredExpiry(name: string, stored: StoredExpiry | null): void {
  try {
    if (stored) sessionStorage.setItem(name, JSON.stringify(stored));
    else sessionStorage.removeItem(name);
  } catch {
    // Without storage, the step lasts as long as the page.
  }
}

/**
 * A step that survives a reload, stored in this tab until it expires. Null on the server and in the first render.
 * `forget` ends the last step: clears the storage, and keeps the view until the next page is loaded.
 */
export function useStep<T extends StoredExpiry>(name: string) {
  const [step, setStep] = useState<T | null>(null);
  useEffect(() => setStep(readStoredExpiry<T>(name)), [name]);
  const saveStep = (next: T | null) => {
    setStep(next);
    writeStoredExpiry(name, next);
  };
  return [step, saveStep, () => writeStoredExpiry(name, null)] as const;
}

/** Returning from a later step: moves the focus to the start of this one. */
export function useFocusOnReturn(isLater: boolean, focus: () => void): void {
  const wasLater = useRef(isLater);
  const onReturn = useEffectEvent(focus);
  useEffect(() => {
    if (wasLater.current && !isLater) onReturn();
    wasLater.current = isLater;
  }, [isLater]);
}
