import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen, pebble, startPebble } from '../../../../tests/support/acme.ts';
import { query } from '../../../../tests/support/dnsClient.ts';
import { compareAll } from '../../../../tests/support/edgeControl.ts';
import { runJobs } from '../../../../tests/support/jobs.ts';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { stored, storedOne, updateStored } from '../../../../tests/support/stored.ts';
import { makeDnsServer } from '../../../dns/server.ts';
import { dnsFolder } from '../../../dns/start.ts';
import { readEdgeEnv } from '../../../edge/base/env.ts';
import { type Edge, startEdge } from '../../../edge/edge.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { ssl } from '../../../lib/contract/cdn/ssl.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { cdnJobs } from '../../cdn/jobs.ts';
import { edgeKeys } from '../../core/edgeKeys.ts';
import { acmeAuthority } from './acme.ts';
import { type CertDriver, Later, type Proof, type Way } from './certs.ts';

const { domainId } = demo;
const zone = 'parvaz.example';
const MOST_MS = 15_000;

describe.skipIf(!pebble)('pebble (skipped where Debian’s package is missing)', () => {
  let p: TestProvider;
  let edge: Edge;
  let authority: Awaited<ReturnType<typeof startPebble>>;
  let certs: CertDriver;
  let token: string;
  let dnsPort: number;
  /** The only way that is available; null: all. */
  let only: Way | null = null;
  const ends: (() => Promise<unknown> | unknown)[] = [];

  beforeAll(async () => {
    // The driver of the provider needs the address of pebble, which needs those of the provider's name server and edge.
    const late: CertDriver = {
      id: 'acme',
      capabilities: { name: 'Pebble', trusted: false, caa: 'nasim.example' },
      timeoutMs: 20_000,
      issue: (order, signal, proof) =>
        certs.issue(order, signal, proof && { ...proof, ways: proof.ways.filter((way) => only === null || way === only) }),
      root: async () => null,
    };
    const env = { DNS_DRIVER: 'node', EDGE_DRIVER: 'node', EDGE_ADDRESSES: '127.0.0.1' };
    p = await startProvider({ certs: late, env, onEnd: (stop) => ends.push(stop) });
    p.clock.now = Date.now();
    token = await p.signIn();
    const names = makeDnsServer({
      folder: dnsFolder(p.env),
      host: '127.0.0.1',
      port: 0,
      edge: ['127.0.0.1'],
      resolvers: ['127.0.0.1:9'],
      perSecond: 0,
      onFault: () => {},
    });
    dnsPort = (await names.listen()).port;
    ends.push(() => names.close());
    const { store, secrets, env: portal } = p.provider.services;
    const server = await listen(p.provider);
    ends.push(() => server.stop());
    const keys = edgeKeys(portal, secrets);
    const folder = mkdtempSync(join(tmpdir(), 'edge-'));
    ends.push(() => rmSync(folder, { recursive: true, force: true }));
    const own = { EDGE_CONTROL_URL: server.url, EDGE_KEY: keys.key, EDGE_VERIFY_KEY: keys.verifying, EDGE_DIR: folder };
    edge = await startEdge(readEdgeEnv({ ...own, EDGE_PORT: '0', EDGE_TLS_PORT: '0', EDGE_WORKERS: '1' }), pino({ level: 'silent' }));
    ends.push(() => edge.stop());
    authority = await startPebble({ dnsPort, httpPort: Number(new URL(edge.addresses.http).port) });
    ends.push(() => authority.stop());
    const { directory, dispatcher } = authority;
    certs = acmeAuthority({ store, secrets, directory, email: 'ops@nasim.example', caa: 'nasim.example', dispatcher });
    await compareAll(p);
    await until(async () => edge.sites.get(domainId) !== undefined && (await connected()));
  });
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });

  async function until(done: () => Promise<boolean>): Promise<void> {
    for (const end = Date.now() + MOST_MS; !(await done()); await wait(10))
      if (Date.now() > end) throw new Error(`not within ${MOST_MS} ms: ${done}`);
  }
  const connected = async () => (await stored(p, 'edgeNode')).length > 0;
  const listed = async () => (await p.ok(ssl.list, { domainId }, { token })).ssl;
  const find = async (id: string) => (await listed()).find((one) => one.id === id);
  const challenges = () => stored(p, 'acmeChallenge');
  /** Orders so far. */
  const placed = () => authority.requests.filter((path) => path === '/order-plz').length;
  const txt = async (name: string) => {
    const { answers } = await query(dnsPort, { name: `_acme-challenge.${name}`, type: 'TXT' });
    return answers.map(({ data }) => String(data));
  };
  /** Whether everything that was published is served: then the next attempt is made. */
  async function isServed(): Promise<boolean> {
    for (const { way, host, answer, token: name } of await challenges()) {
      if (way === 'dns-01' && !(await txt(host)).includes(answer)) return false;
      if (way === 'http-01' && !edge.sites.get(domainId)?.policy.challenges?.some(({ token: known }) => known === name)) return false;
    }
    return true;
  }
  /** Runs the jobs, each at its time, until an issuance has ended. @returns the certificate */
  async function issue(id: string) {
    const { jobs } = p.provider.services;
    await until(async () => {
      await jobs.runDue();
      const now = await find(id);
      if (now?.status !== 'pending' && !now?.renewing) return true;
      await until(isServed);
      const times = (await stored(p, 'job', { kind: 'ssl.issue' })).map(({ runAt }) => Number(runAt));
      p.clock.now = Math.max(p.clock.now, times.sort((a, b) => a - b)[0] ?? 0);
      return false;
    });
    return find(id);
  }
  /** Edges that haven't reported for a minute aren't connected. */
  const touchNode = () => updateStored(p, 'edgeNode', {}, { seenAt: p.clock.now });
  const request = async (hosts: string[]) => (await p.ok(ssl.request, { domainId, hosts }, { token })).ssl.id;

  test('a name is proved through the edge', async () => {
    only = 'http-01';
    await touchNode();
    const id = await request([`www.${zone}`]);
    await p.provider.services.jobs.runDue();
    expect(await challenges()).toMatchObject([{ way: 'http-01', host: `www.${zone}` }]);
    expect(await issue(id)).toMatchObject({ status: 'active', hosts: [`www.${zone}`] });
    await p.provider.services.jobs.runDue();
    await until(async () => edge.sites.get(domainId)?.policy.challenges === undefined);
  });

  test('what can’t be proved is refused with its reason, in the customer’s language', async () => {
    only = 'http-01';
    await touchNode();
    const wild = await issue(await request([`*.deep.${zone}`]));
    expect(wild).toMatchObject({ status: 'failed', reason: { code: 'ssl:reason.wildcardDns' } });
    const gone = await issue(await request([`nowhere.${zone}`]));
    expect(gone).toMatchObject({ status: 'failed', reason: { message: expect.stringContaining(`nowhere.${zone}`) } });
    expect(await challenges()).toEqual([]);
    const orders = placed();
    only = null;
    const again = await issue(await request([`nowhere.${zone}`]));
    expect([again?.status, again?.reason, placed()]).toEqual(['active', undefined, orders + 1]);
    const { body } = await p.try(ssl.list, { domainId }, { token, locale: 'fa' });
    const message = translator('fa')('ssl:reason.wildcardDns', { host: `*.deep.${zone}` });
    expect(body.ssl).toContainEqual(expect.objectContaining({ reason: { code: 'ssl:reason.wildcardDns', message } }));
  });

  test('an order is continued after a crash, and a name has one order at a time', async () => {
    const orders = placed();
    const signal = AbortSignal.timeout(MOST_MS);
    const order = { hosts: [`one.${zone}`, `two.${zone}`], now: p.clock.now };
    const issue = (id: string, more: Partial<typeof order> = {}, publish: Proof['publish'] = async () => false) =>
      certs.issue({ ...order, ...more }, signal, { id, ways: ['dns-01'], publish });
    const killed = new Error('killed');
    await expect(issue('first', {}, () => Promise.reject(killed))).rejects.toBe(killed);
    await expect(issue('first')).rejects.toBeInstanceOf(Later);
    expect(placed()).toBe(orders + 1);
    await expect(issue('second', { hosts: [`two.${zone}`] })).rejects.toBeInstanceOf(Later);
    expect(placed()).toBe(orders + 1);
    const now = order.now + 3_700_000;
    await expect(issue('first', { now })).rejects.toMatchObject({ key: 'ssl:reason.notServed' });
    await expect(issue('second', { now })).rejects.toBeInstanceOf(Later);
    const storedOrders = await stored(p, 'acmeOrder');
    const account = await p.store.reader.selectFrom('meta').select('value').where('key', 'like', 'acmeAccount:%').execute();
    expect([storedOrders.length > 0, account.length, JSON.stringify([storedOrders, account]).includes('PRIVATE KEY')]).toEqual([
      true,
      1,
      false,
    ]);
  });

  // The last one: an edge refuses bundles that are older than one before, as after a clock that goes back.
  test('a wildcard is proved through our name server, by records that the customer doesn’t see, and is renewed in time', async () => {
    const before = await p.ok(dns.list, { domainId }, { token });
    const id = await request([`shop.${zone}`, `*.shop.${zone}`]);
    await p.provider.services.jobs.runDue();
    expect(await challenges()).toHaveLength(2);
    expect((await p.ok(dns.list, { domainId }, { token })).records).toEqual(before.records);
    const done = await issue(id);
    expect(done).toMatchObject({ status: 'active', hosts: [`shop.${zone}`, `*.shop.${zone}`], issuer: expect.stringContaining('Pebble') });
    const { certificate, caBundle } = await storedOne(p, 'ssl', { id });
    const leaf = new X509Certificate(certificate ?? '');
    expect([leaf.checkHost(`a.shop.${zone}`), leaf.verify(new X509Certificate(caBundle ?? '').publicKey)]).toEqual([
      `*.shop.${zone}`,
      true,
    ]);
    // What proved it is withdrawn.
    expect(await challenges()).toEqual([]);
    await p.provider.services.jobs.runDue();
    await until(async () => (await txt(`shop.${zone}`)).length === 0);

    const soon = Date.parse(done?.expireDate ?? '') - 20 * 86_400_000;
    p.clock.now = soon + 1;
    token = await p.signIn();
    await runJobs(p, cdnJobs.watchSsl);
    const renewed = await issue(id);
    expect(renewed).toMatchObject({ status: 'active', attachedHosts: done?.attachedHosts });
    expect(renewed?.fingerprint).not.toBe(done?.fingerprint);
    const orders = (await stored(p, 'acmeOrder')).filter(({ hosts }) => hosts.join() === done?.hosts.join());
    expect(orders.filter(({ createdAt }) => createdAt > soon)).toHaveLength(1);

    // The next renewal fails: the certificate stays.
    only = 'http-01';
    p.clock.now = soon + 86_400_000;
    token = await p.signIn();
    await updateStored(p, 'ssl', { id }, { expiresAt: p.clock.now + 86_400_000 });
    await runJobs(p, cdnJobs.watchSsl);
    const failed = await issue(id);
    expect(failed).toMatchObject({ status: 'active', fingerprint: renewed?.fingerprint, attachedHosts: done?.attachedHosts });
    only = null;
  });
});
