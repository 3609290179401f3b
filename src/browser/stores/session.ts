import { persistentAtom } from '@nanostores/persistent';
import { atom } from 'nanostores';
import type { ActingFor, Profile } from '../../lib/contract/account/auth.ts';
import './storage.ts';

export interface Session {
  userId: string;
  /** ISO 8601. The server checks it; the client's clock may be wrong. */
  expiresAt: string;
  /** The account that the session acts for. */
  accountId?: string | undefined;
}

const json = <T>(fallback: T) => ({
  encode: (value: T): string | undefined => (value === null ? undefined : JSON.stringify(value)),
  decode(text: string): T {
    try {
      return JSON.parse(text) as T; // written by the same store
    } catch {
      return fallback;
    }
  },
});

/** Who is signed in on this device; shared by all tabs. The token itself is in a cookie that scripts can't read. */
export const $session = persistentAtom<Session | null>('nasim:session', null, json<Session | null>(null));

/** The account that this window shows. Windows share the session, so it isn’t shared with them; null until known. */
export const $account = atom<string | null>(null);

/** Initial, then not loaded, then loaded and authenticated or not. */
export type Auth =
  | { state: 'initial' }
  | { state: 'loading' }
  | { state: 'in'; profile: Profile; acting?: ActingFor | null; accounts?: readonly { id: string; name: string }[] }
  | { state: 'out' };
export const $auth = atom<Auth>({ state: 'initial' });

/** Mills; null until known. `at` is the time of the request, so that several tabs make only one. */
export interface Balance {
  mills: number;
  at: number;
}
export const $balance = persistentAtom<Balance | null>('nasim:balance', null, json<Balance | null>(null));

/** Whether the user ended the last session on this device. Other tabs then open the plain sign-in page. */
export const $signedOut = persistentAtom<boolean>('nasim:signed-out', false, {
  encode: (value) => (value ? 'yes' : undefined),
  decode: (text) => text === 'yes',
});

type Listener = () => void;
const onLogout = new Set<Listener>();
/** Registers something else to clear on sign-out: dialogs, the query cache. */
export function whenLoggedOut(listener: Listener): () => void {
  onLogout.add(listener);
  return () => onLogout.delete(listener);
}

let clearing = false;
/**
 * Clears all session data on the device: session, balance, auth state, dialogs. Also when the session itself is already gone, because
 * another tab removed it.
 */
export function endSession(): void {
  // The stores notify their listeners synchronously, and a listener may call this function again.
  if (clearing) return;
  clearing = true;
  try {
    $session.set(null);
    $balance.set(null);
    $auth.set({ state: 'out' });
    for (const listener of onLogout) listener();
  } finally {
    clearing = false;
  }
}

/** Ends the session once: without effect when nobody is signed in, as for a tab notified by another one and by a refused call. */
export function clearSession(): void {
  if ($session.get() || $auth.get().state !== 'out') endSession();
}
