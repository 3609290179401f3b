import { ApiError } from '../../../browser/api/errors.ts';
import type { auth } from '../../../lib/contract/account/auth.ts';
import { t } from '../../../lib/i18n/react.tsx';

const lost = () => {
  throw new ApiError('error:network', 0, t('error:network'));
};

/**
 * The calls and schemas of sign-in. Loaded when the visitor starts to type, because zod is a fifth of
 * the size of these pages.
 * @throws {ApiError} on a network failure
 */
export const contract = () => import('../../../lib/contract/account/auth.ts').catch(lost);

/** Those of the second step, which most visitors don't need. */
export const secondContract = () => import('../../../lib/contract/account/twoFactor.ts').catch(lost);

/** Sign-in with a passkey. */
export const passkeyCalls = () => import('./passkey.ts').catch(lost);

export type Auth = typeof auth;
