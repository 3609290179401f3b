import { send } from '../../../browser/api/client.ts';
import { ApiError } from '../../../browser/api/errors.ts';
import { $auth, $session, clearSession, type Session } from '../../../browser/stores/session.ts';
import { t } from '../../../lib/i18n/react.tsx';
import { contract } from './contract.ts';

/**
 * Completes a sign-in after a call that issues a token. The adapter has sealed the token in a cookie; the profile decides
 * whether the visitor is signed in. On failure the visitor stays signed out, on the same page.
 * @throws {ApiError} the profile's failure
 */
export async function finishSignIn(answer: unknown): Promise<void> {
  const { session } = answer as { session: Session }; // the adapter puts it where the contract says `token`
  const { auth } = await contract();
  try {
    const { profile } = await send(auth.profile, {}, { notices: 'none' });
    // Last, because other tabs continue as soon as they are notified.
    $auth.set({ state: 'in', profile });
    $session.set(session);
  } catch (error) {
    clearSession();
    // Deletes the cookie too, or the next page would treat the visitor as signed in.
    await send(auth.logout, {}, { notices: 'none' }).catch(() => {});
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError(error.code, error.status, t('auth:signIn.profileFailed', { message: error.message }));
  }
}
