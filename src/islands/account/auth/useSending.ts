import { useState } from 'react';
import { send } from '../../../browser/api/client.ts';
import { ApiError } from '../../../browser/api/errors.ts';
import type { Challenge } from '../../../lib/contract/account/auth.ts';
import type { SignInMethod } from '../../../lib/rules/core/signIn.ts';
import { secondContract } from './contract.ts';

/** Methods with a code sent by the provider. */
export type SentMethod = 'email' | 'sms';
export const isSent = (method: SignInMethod): method is SentMethod => method === 'email' || method === 'sms';

interface Sending {
  /** Masked; null when no code was sent for this sign-in yet. */
  sentTo: string | null;
  /** When a code may be requested, in epoch milliseconds; null: now. */
  resendAt: number | null;
}
const none: Sending = { sentTo: null, resendAt: null };

/** Whether a sign-in expired or had too many wrong codes, so that it has to restart. */
export const isOver = (error: unknown): boolean => error instanceof ApiError && error.code === 'auth:error.challengeOver';

/** The codes that are sent for one sign-in. */
export function useSending({ challengeId, methods, sentTo, retryAfter = 0 }: Challenge) {
  const [sendings, setSendings] = useState<Partial<Record<SentMethod, Sending>>>(() => {
    const [first] = methods;
    return first && isSent(first) && sentTo ? { [first]: { sentTo, resendAt: Date.now() + retryAfter * 1000 } } : {};
  });
  const of = (method: SentMethod): Sending => sendings[method] ?? none;
  const store = (method: SentMethod, sending: Partial<Sending>) =>
    setSendings((all) => ({ ...all, [method]: { ...none, ...all[method], ...sending } }));
  return {
    of,
    /** @throws {ApiError} the provider's refusal */
    async requestCode(method: SentMethod) {
      const { twoFactor } = await secondContract();
      const sent = await send(twoFactor.signInSendCode, { challengeId, method }, { notices: 'none' });
      store(method, { sentTo: sent.sentTo, resendAt: Date.now() + sent.retryAfter * 1000 });
    },
    wait: (method: SentMethod, resendAt: number) => store(method, { resendAt }),
  };
}
