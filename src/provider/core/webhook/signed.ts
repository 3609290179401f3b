import { createHmac } from 'node:crypto';
import type { Secrets } from '../../../lib/env.ts';
import { seal, unseal } from '../seal.ts';

const SEALED_FOR = 'webhook';

/** A secret for the store; sealed for one webhook, it does not open for another. */
export const sealSecret = ({ code }: Secrets, webhookId: string, secret: string): string => seal(code, SEALED_FOR, webhookId, secret);
export const openSecret = ({ code }: Secrets, { id, secret }: { id: string; secret: string }): string =>
  unseal(code, SEALED_FOR, id, secret);

/**
 * Headers of a delivery. The signature is HMAC-SHA-256 of the time, a point and the body: a receiver that compares the time refuses
 * what somebody recorded and sends again.
 * @param id the same in every attempt
 * @param now epoch ms
 */
export function headersOf(id: string, body: string, secret: string, now: number): Record<string, string> {
  const seconds = Math.floor(now / 1000);
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Nasim-Webhook/1.0',
    'x-nasim-delivery': id,
    'x-nasim-signature': `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`,
  };
}

/** No failure is known. */
export const unharmed = { attempts: 0, failingSince: null, reason: null, status: null, nextAttemptAt: 0 } as const;
