import { execFileSync } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startProvider } from '../../../../tests/support/provider.ts';
import { storedOne } from '../../../../tests/support/stored.ts';
import { DAY } from '../../../lib/time.ts';
import { ownAuthority } from './own.ts';

const order = { hosts: ['a.example', '*.a.example', `${'x'.repeat(63)}.a.example`] };
const signal = () => AbortSignal.timeout(10_000);

test('OpenSSL verifies its certificates up to its root, at that time and for these names, and with no other root', async () => {
  const p = await startProvider({ demo: false });
  const certs = p.provider.services.certs;
  const now = p.clock.now;
  const issued = await certs?.issue({ ...order, now }, signal());
  if (!certs || !issued) throw new Error('no authority is configured');
  const folder = mkdtempSync(join(tmpdir(), 'nasim-own-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const other = await startProvider({ demo: false });
  await other.provider.services.certs?.issue({ ...order, now }, signal());
  const texts = {
    root: (await certs.root()) ?? '',
    other: (await other.provider.services.certs?.root()) ?? '',
    chain: issued.caBundle,
    leaf: issued.certificate,
  };
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
  const verify = (root: string, host: string, at = now) => {
    const wanted = ['-purpose', 'sslserver', '-attime', String(Math.floor(at / 1000)), '-verify_hostname', host];
    const args = ['verify', '-x509_strict', ...wanted, '-CAfile', root, '-untrusted', 'chain', 'leaf'];
    return execFileSync('openssl', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  };
  expect(verify('root', 'a.example')).toBe('leaf: OK\n');
  expect(verify('root', 'www.a.example', now + 89 * DAY)).toBe('leaf: OK\n');
  expect(() => verify('root', 'a.b.example')).toThrow(/[Hh]ostname mismatch/);
  expect(() => verify('root', 'a.example', now + 91 * DAY)).toThrow(/expired/);
  expect(() => verify('other', 'a.example')).toThrow();
  expect(new X509Certificate(issued.certificate).checkPrivateKey(createPrivateKey(issued.privateKey))).toBe(true);
});

test('names that are too long for a common name are issued without one', async () => {
  const p = await startProvider({ demo: false });
  const host = `${'x'.repeat(60)}.${'y'.repeat(60)}.example`;
  const issued = await p.provider.services.certs?.issue({ hosts: [host], now: p.clock.now }, signal());
  const certificate = new X509Certificate(issued?.certificate ?? '');
  expect(certificate.subject).toBeFalsy();
  expect(certificate.checkHost(host)).toBe(host);
});

test('two processes that start at once issue from one root, and its keys can’t be read in the store', async () => {
  const p = await startProvider({ demo: false });
  const { store, secrets } = p.provider.services;
  const both = [ownAuthority(store, secrets, 'ca.example'), ownAuthority(store, secrets, 'ca.example')];
  const issued = await Promise.all(both.map((one) => one.issue({ ...order, now: p.clock.now }, signal())));
  expect(issued[0]?.caBundle).toBe(issued[1]?.caBundle);
  expect(issued[0]?.certificate).not.toBe(issued[1]?.certificate);
  expect(await both[0]?.root()).toBe(await both[1]?.root());
  expect((await storedOne(p, 'meta', { key: 'certAuthority' })).value).not.toContain('PRIVATE KEY');
});

test('an expiring intermediate is replaced under the same root', async () => {
  const p = await startProvider({ demo: false });
  const certs = p.provider.services.certs;
  const first = await certs?.issue({ ...order, now: p.clock.now }, signal());
  const root = await certs?.root();
  const later = await certs?.issue({ ...order, now: p.clock.now + 9.5 * 365 * DAY }, signal());
  expect(later?.caBundle).not.toBe(first?.caBundle);
  expect(await certs?.root()).toBe(root);
  expect(new X509Certificate(later?.caBundle ?? '').verify(new X509Certificate(root ?? '').publicKey)).toBe(true);
});
