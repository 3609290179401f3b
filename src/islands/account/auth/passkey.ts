import { send } from '../../../browser/api/client.ts';
import { ApiError } from '../../../browser/api/errors.ts';
import { passkey } from '../../../lib/contract/account/passkey.ts';
import { t } from '../../../lib/i18n/react.tsx';
import { requestPasskey } from '../shared/webauthn.ts';
import { finishSignIn } from './signIn.ts';

interface PasskeyRequest {
  /** A sign-in that waits for its second step; absent: the passkey alone signs in. */
  challengeId?: string;
  /**
   * In the list of the email field, instead of in a dialog, as long as it answers true when the question is about to be asked: a browser
   * asks one question at a time, and the later one ends the other.
   */
  whileTyping?: () => boolean;
}
interface More {
  trustDevice?: boolean;
  endDeviceId?: string;
}

/**
 * Requests a passkey. What comes back signs in with it; after a refusal because of too many sessions it does so once more, with the
 * device that ends.
 * @throws {ApiError} what the browser or the provider refused
 */
export async function signWithPasskey({ challengeId, whileTyping }: PasskeyRequest): Promise<(more?: More) => Promise<void>> {
  const waiting = challengeId === undefined ? {} : { challengeId };
  const { options } = await send(passkey.loginOptions, waiting, { notices: 'none' });
  if (whileTyping?.() === false) throw new ApiError('auth:passkey.cancelled', 422, t('auth:passkey.cancelled'));
  const credential = await requestPasskey(options, whileTyping !== undefined);
  return async (more = {}) => finishSignIn(await send(passkey.login, { credential, ...waiting, ...more }, { notices: 'none' }));
}
