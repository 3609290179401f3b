import { MockAgent } from 'undici';
import { expect, test } from 'vitest';
import { startSsl } from '../../../../tests/support/ssl.ts';
import { stored, storedOne } from '../../../../tests/support/stored.ts';
import { ssl } from '../../../lib/contract/cdn/ssl.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { acmeAuthority } from './acme.ts';
import type { CertDriver } from './certs.ts';

const { domainId } = demo;
const zone = 'parvaz.example';

test('a rate limit is waited for as long as the authority says, and is no failed attempt', async () => {
  const { p, token, find } = await startSsl({ certs: limited(), env: { EDGE_DRIVER: 'node', DNS_DRIVER: 'node' } });
  const { ssl: requested } = await p.ok(ssl.request, { domainId, hosts: [`shop.${zone}`] }, { token });
  await p.provider.services.jobs.runDue();
  const now = await find(requested.id);
  expect(now).toMatchObject({ status: 'pending', reason: { code: 'ssl:reason.rateLimited' } });
  expect(Date.parse(now.nextAttemptAt ?? '') - p.clock.now).toBe(1_800_000);
  expect(now.reason?.message).toBe(translator('en')('ssl:reason.rateLimited'));
  const { attempts } = await storedOne(p, 'ssl', { id: requested.id });
  expect([attempts, await stored(p, 'acmeOrder')]).toEqual([0, []]);

  /** An authority with its limit reached: pebble has none. */
  function limited(): CertDriver {
    const base = 'https://acme.test';
    const agent = new MockAgent();
    agent.disableNetConnect();
    const nonce = { 'replay-nonce': 'n' };
    const at = agent.get(base);
    const places = { newNonce: `${base}/nonce`, newAccount: `${base}/account`, newOrder: `${base}/order` };
    at.intercept({ path: '/dir' }).reply(200, places).persist();
    at.intercept({ path: '/nonce', method: 'HEAD' }).reply(200, '', { headers: nonce }).persist();
    // A nonce that has expired is no failure (RFC 8555 section 6.5).
    const badNonce = { type: 'urn:ietf:params:acme:error:badNonce', detail: 'expired' };
    at.intercept({ path: '/account', method: 'POST' }).reply(400, badNonce, { headers: nonce });
    at.intercept({ path: '/account', method: 'POST' }).reply(201, { status: 'valid' }, { headers: { ...nonce, location: `${base}/me` } });
    at.intercept({ path: '/order', method: 'POST' }).reply(
      429,
      { type: 'urn:ietf:params:acme:error:rateLimited', detail: 'too many certificates' },
      { headers: { ...nonce, 'retry-after': '1800' } },
    );
    let driver: CertDriver | undefined;
    return {
      id: 'acme',
      capabilities: { name: 'acme.test', trusted: false, caa: 'nasim.example' },
      timeoutMs: 20_000,
      root: async () => null,
      issue(...input) {
        const { store, secrets } = p.provider.services;
        driver ??= acmeAuthority({ store, secrets, directory: `${base}/dir`, caa: 'nasim.example', dispatcher: agent });
        return driver.issue(...input);
      },
    };
  }
});
