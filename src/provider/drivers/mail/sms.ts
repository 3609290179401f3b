import { request } from 'undici';
import type { Env } from '../../../config/env.ts';
import type { OutboxMessage } from './mail.ts';

const TIMEOUT_MS = 10_000;

/**
 * SMS by HTTP: POST of `{ id, to, text, language }` as JSON to `SMS_GATEWAY_URL`, with `SMS_GATEWAY_TOKEN` as bearer token.
 * The gateway accepts with 2xx; the same `id` may be sent again after a crash. Null: no gateway is configured.
 */
export function makeGateway(env: Pick<Env, 'SMS_GATEWAY_URL' | 'SMS_GATEWAY_TOKEN'>): ((letter: OutboxMessage) => Promise<void>) | null {
  const { SMS_GATEWAY_URL: url, SMS_GATEWAY_TOKEN: token } = env;
  if (!url) return null;
  return async ({ id, recipient: to, body: text, language }) => {
    const { statusCode, body } = await request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ id, to, text, language }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await body.dump();
    if (statusCode < 200 || statusCode > 299) throw new Error(`the SMS gateway responded with status ${statusCode}`);
  };
}
