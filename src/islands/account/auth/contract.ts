import { ApiError } from '../../../lib/api/errors.ts';
import type { auth } from '../../../lib/contract/account/auth.ts';
import { t } from '../../../lib/i18n/react.tsx';

const lost = () => {
  throw new ApiError('error:network', 0, t('error:network'));
};

/**
 * The calls and schemas of sign-in. They come when the visitor begins to type, because zod, which they are made of, is a fifth of
 * what these pages weigh.
 * @throws {ApiError} the network's failure
 */
export const contract = () => import('../../../lib/contract/account/auth.ts').catch(lost);

/** Those of the second step, which most visitors do not have. */
export const secondContract = () => import('../../../lib/contract/account/twoFactor.ts').catch(lost);

export type Auth = typeof auth;
