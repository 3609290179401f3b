import { refuse, type SignedIn } from '../../core/implement.ts';

/** How long a sign-in, or the password that was entered since, counts as recent. */
export const RECENT_MS = 10 * 60_000;

/**
 * A stolen cookie must not be enough to take an account over: what decides who can sign in needs a recent proof of the password.
 * Refuses otherwise with 409, which the panel turns into a question for the password.
 */
export function requireRecent({ session, now }: SignedIn): void {
  const proven = session ? Math.max(session.createdAt, session.confirmedAt ?? 0) : 0;
  if (proven <= now - RECENT_MS) refuse(409, 'auth:error.confirm');
}
