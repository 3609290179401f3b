import { ApiError } from '../../../browser/api/errors.ts';
import type { Created, passkey, Signed } from '../../../lib/contract/account/passkey.ts';
import type { Output } from '../../../lib/contract/call.ts';
import type { TKey } from '../../../lib/i18n/keys.ts';
import { t } from '../../../lib/i18n/react.tsx';

const lost = () => {
  throw new ApiError('error:network', 0, t('error:network'));
};
/** SimpleWebAuthn, which most visitors don’t need. @throws {ApiError} the network's failure */
const library = () => import('@simplewebauthn/browser').catch(lost);

/** Why passkeys can’t be used on this page; null: they can. @param host the one that they belong to */
export function hindrance(host: string): string | null {
  if (location.hostname !== host) return t('auth:passkey.otherHost', { host });
  return 'PublicKeyCredential' in window ? null : t('auth:passkey.unsupported');
}

/** A refusal of the browser, in the words of the page. By their names in WebAuthn, sections 5.1.3 and 5.1.4. */
function inWords(error: unknown, known: TKey, canceled: TKey): ApiError {
  const { name } = error as Error; // the library throws nothing else
  const code =
    name === 'InvalidStateError'
      ? known
      : name === 'NotSupportedError' || name === 'SecurityError' || name === 'ConstraintError'
        ? 'auth:passkey.unsupported'
        : canceled;
  // As a refusal of the provider: the form that asked shows it.
  return new ApiError(code, 422, t(code));
}

/** Whether the browser offers passkeys in the list of the email field. */
export const offersWhileTyping = async (): Promise<boolean> => (await library()).browserSupportsWebAuthnAutofill();

/** Ends a question that is open, as when the page goes on without it. */
export const cancelPasskeyRequest = async (): Promise<void> => (await library()).WebAuthnAbortService.cancelCeremony();

/**
 * Requests a passkey from the visitor.
 * @param whileTyping in the list of the email field, instead of in a dialog
 * @throws {ApiError} `auth:passkey.cancelled`, also for time-outs: browsers don’t distinguish them
 */
export async function requestPasskey(options: Output<typeof passkey.loginOptions>['options'], whileTyping: boolean): Promise<Signed> {
  const { startAuthentication } = await library();
  const { allowCredentials, ...rest } = options;
  const optionsJSON = { ...rest, ...(allowCredentials && { allowCredentials }) };
  try {
    return (await startAuthentication({ optionsJSON, useBrowserAutofill: whileTyping })) as Signed; // the same JSON
  } catch (error) {
    throw inWords(error, 'auth:passkey.cancelled', 'auth:passkey.cancelled');
  }
}

/**
 * Has a passkey created.
 * @param words the messages for a known passkey and for a canceled request
 * @throws {ApiError} one of them
 */
export async function createPasskey(
  options: Output<typeof passkey.options>['options'],
  words: { known: TKey; canceled: TKey },
): Promise<Created> {
  const { startRegistration } = await library();
  try {
    return (await startRegistration({ optionsJSON: options })) as Created; // the same JSON
  } catch (error) {
    throw inWords(error, words.known, words.canceled);
  }
}
