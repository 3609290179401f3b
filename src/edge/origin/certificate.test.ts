import { execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { policyFor, startTestEdge, type TestEdge } from '../../../tests/support/edge.ts';
import { plain, secured } from '../../../tests/support/edgeSample.ts';
import { bind, close } from '../../../tests/support/listen.ts';
import { selfSigned } from '../../../tests/support/origin.ts';
import type { DomainPolicy } from '../../lib/rules/cdn/edge/bundle.ts';
import type { Https } from '../../lib/rules/cdn/edge/config.ts';

/** A certificate that an authority of our own has issued. */
function issued(host: string): { ca: string; cert: string; key: string } {
  const folder = mkdtempSync(join(tmpdir(), 'origin-ca-'));
  const at = (name: string) => join(folder, name);
  const openssl = (...input: string[]) => execFileSync('openssl', input, { stdio: 'ignore' });
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  openssl('req', '-x509', ...ec, '-subj', '/CN=Own CA', '-keyout', at('ca.key'), '-out', at('ca.pem'));
  openssl('req', ...ec, '-subj', `/CN=${host}`, '-keyout', at('key'), '-out', at('csr'));
  writeFileSync(at('names'), `subjectAltName=DNS:${host}`);
  const by = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial', '-extfile', at('names')];
  openssl('x509', '-req', '-in', at('csr'), ...by, '-out', at('pem'));
  const read = (name: string) => readFileSync(at(name), 'utf8');
  const made = { ca: read('ca.pem'), cert: read('pem'), key: read('key') };
  rmSync(folder, { recursive: true });
  return made;
}

let edge: TestEdge;
const servers: ReturnType<typeof createServer>[] = [];
beforeAll(async () => {
  edge = await startTestEdge();
});
afterAll(async () => {
  await edge.stop();
  for (const server of servers) await close(server);
});

async function listen(certificate: { cert: string; key: string }, options: ServerOptions = {}): Promise<number> {
  const server = createServer({ ...certificate, ...options }, (_, response) => response.end('ok'));
  servers.push(server);
  return bind(server);
}
/** The status of a request, and the type in `Proxy-Status`. */
async function answer(port: number, https: Partial<Https>, more: Partial<DomainPolicy> = {}): Promise<[number, string | undefined]> {
  const server = { address: '127.0.0.1', weight: 1, backup: false };
  const cluster = { id: 'origin', name: 'origin', servers: [server], port, protocol: 'https', algorithm: 'roundRobin' } as const;
  await edge.push(policyFor(port, { ...secured(https), clusters: [cluster], cache: { ...plain.cache, level: 'off' } }, more));
  const { status, headers } = await edge.get('/');
  return [status, /error=(\w+)/.exec(String(headers['proxy-status']))?.[1]];
}
const untrusted = [502, 'tls_certificate_error'];

test('a self-signed certificate is accepted unless it is verified, and when it is the one that is expected', async () => {
  const own = selfSigned('example.com');
  const port = await listen(own);
  expect(await answer(port, {})).toEqual([200, undefined]);
  expect(await answer(port, { originCheck: 'off' })).toEqual([200, undefined]);
  expect(await answer(port, { originCheck: 'public' })).toEqual(untrusted);
  expect(await answer(port, { originCheck: 'own', originCa: own.cert })).toEqual([200, undefined]);
  expect(await answer(port, { originCheck: 'own', originCa: selfSigned('example.com').cert })).toEqual(untrusted);
  // Connections of before don't outlive the setting.
  expect(await answer(port, { originCheck: 'public' })).toEqual(untrusted);
});

test('a certificate of the given authority is accepted for the name of the request only', async () => {
  const right = issued('example.com');
  expect(await answer(await listen(right), { originCheck: 'own', originCa: right.ca })).toEqual([200, undefined]);
  const other = issued('other.test');
  expect(await answer(await listen(other), { originCheck: 'own', originCa: other.ca })).toEqual(untrusted);
});

test('a server that requires a certificate of its authority gets that of the domain', async () => {
  const client = issued('edge.example');
  const port = await listen(selfSigned('example.com'), { requestCert: true, rejectUnauthorized: true, ca: client.ca });
  const clientCertificate = { chain: client.cert, privateKey: client.key };
  const [without, reason] = await answer(port, {});
  expect([without, ['tls_protocol_error', 'connection_terminated'].includes(reason ?? '')]).toEqual([502, true]);
  expect(await answer(port, {}, { clientCertificate })).toEqual([200, undefined]);
  const other = issued('edge.example');
  expect((await answer(port, {}, { clientCertificate: { chain: other.cert, privateKey: other.key } }))[0]).toBe(502);
  // Connections of before don't outlive it.
  expect((await answer(port, {}))[0]).toBe(502);
});

test('with pinned keys, a server needs one of them, whoever has issued its certificate', async () => {
  const own = selfSigned('other.test');
  const port = await listen(own);
  const pinOf = ({ cert }: { cert: string }) =>
    createHash('sha256')
      .update(new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' }))
      .digest('base64');
  const foreign = pinOf(selfSigned('other.test'));
  expect(await answer(port, { originCheck: 'pin', originPins: `${foreign}\n${pinOf(own)}` })).toEqual([200, undefined]);
  expect(await answer(port, { originCheck: 'pin', originPins: foreign })).toEqual(untrusted);
  expect(await answer(port, { originCheck: 'pin', originPins: '' })).toEqual(untrusted);
});
