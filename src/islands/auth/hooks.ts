import { useEffect, useState, useSyncExternalStore } from 'react';
import { $session } from '../../lib/stores/session.ts';
import { go } from './go.ts';

const nothing = () => () => {};
/** False until React has taken the form over: before that a submit would load the page anew. */
export const useHydrated = (): boolean => useSyncExternalStore(nothing, () => true, () => false);

/** Seconds until a moment (epoch milliseconds), counted down to 0. */
export function useSecondsUntil(moment: number | null): number {
  const left = () => (moment === null ? 0 : Math.max(0, Math.ceil((moment - Date.now()) / 1000)));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    setSeconds(left());
    if (left() === 0) return;
    const timer = setInterval(() => {
      setSeconds(left());
      if (left() === 0) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
    // biome-ignore lint/correctness/useExhaustiveDependencies: `left` is this moment's
  }, [moment]);
  return seconds;
}

/** Goes on as soon as there is a session, whether this tab or another one made it: a sign-in counts for all tabs. */
export function useGoOn(target: string): void {
  useEffect(() => $session.listen((session) => session && go(target)), [target]);
}

/**
 * A step that a reload must not lose, in the storage of this tab. Null until it has been read, which the server can't do, and
 * when the browser keeps nothing.
 */
export function useStep<T>(name: string, isAlive: (step: T) => boolean) {
  const [step, setStep] = useState<T | null>(null);
  useEffect(() => {
    try {
      const kept = JSON.parse(sessionStorage.getItem(name) ?? 'null') as T | null; // written below
      if (kept && isAlive(kept)) setStep(kept);
    } catch {
      // Storage that is blocked, or a text of another version: the step starts at the beginning.
    }
    // biome-ignore lint/correctness/useExhaustiveDependencies: read once
  }, []);
  const keep = (next: T | null) => {
    setStep(next);
    try {
      if (next) sessionStorage.setItem(name, JSON.stringify(next));
      else sessionStorage.removeItem(name);
    } catch {
      // Without storage the step lives as long as the page.
    }
  };
  return [step, keep] as const;
}
