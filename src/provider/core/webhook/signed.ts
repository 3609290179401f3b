import { createHmac } from 'node:crypto';
import type { Secrets } from '../../../config/env.ts';
import { seal, unseal } from '../../kernel/seal.ts';

const SEALED_FOR = 'webhook';

/** Seals a secret for the store; it can't be opened for another webhook. */
export const sealSecret = ({ code }: Secrets, webhookId: string, secret: string): string => seal(code, SEALED_FOR, webhookId, secret);
export const openSecret = ({ code }: Secrets, { id, secret }: { id: string; secret: string }): string =>
  unseal(code, SEALED_FOR, id, secret);

/**
 * Headers of a delivery. The signature is an HMAC-SHA-256 of the time, a period and the body, so that receivers can compare the time to
 * reject replays.
 * @param id the same in every attempt
 * @param now epoch ms
 */
export function signedHeaders(id: string, body: string, secret: string, now: number): Record<string, string> {
  const seconds = Math.floor(now / 1000);
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Nasim-Webhook/1.0',
    'x-nasim-delivery': id,
    'x-nasim-signature': `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`,
  };
}

/** The state without failures. */
export const unharmed = { attempts: 0, failingSince: null, reason: null, status: null, nextAttemptAt: 0 } as const;
