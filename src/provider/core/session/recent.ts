import { refuse } from '../../kernel/refusal.ts';
import type { SignedIn } from '../implement.ts';

/** How long a sign-in or password confirmation counts as recent. */
export const RECENT_MS = 10 * 60_000;

/**
 * A stolen cookie must not be enough to take over an account: changes to sign-in require a recent password confirmation.
 * Otherwise refuses with 409, on which the panel requests the password.
 */
export function requireRecent({ session, now }: SignedIn): void {
  const proven = session ? Math.max(session.createdAt, session.confirmedAt ?? 0) : 0;
  if (proven <= now - RECENT_MS) refuse(409, 'auth:error.confirm');
}
