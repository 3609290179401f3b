import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { which } from '../../../../scripts/lib/which.mjs';
import { addresses, startDns, type TestDns } from '../../../../tests/support/dns.ts';
import { newFolder, startNameServer } from '../../../../tests/support/name-server.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { recordingDriver, recordingEngine } from '../../../../tests/support/recording-driver.ts';
import { dns as dnsCalls } from '../../../lib/contract/cdn/dns.ts';
import { type Dnssec, dnssec } from '../../../lib/contract/cdn/dnssec.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { DNSKEY_TTL, SPREAD } from '../../../lib/rules/cdn/dnssec/roll.ts';
import type { DnsDriver, ZoneSnapshot } from '../../drivers/dns/dns.ts';
import { nodeDriver } from '../../drivers/dns/node.ts';

const { domainId } = demo;
const NAME = 'parvaz.example';
const MINUTE = 60_000;
const DAY = 86_400_000;
const READY = (SPREAD + DNSKEY_TTL) * 1000;
/** Seconds: the parent's, shorter than a day, so that the tests see that it counts. */
const DS_TTL = 7200;
const all = [addresses.root, addresses.registry, addresses.resolver];
let dns: TestDns;
beforeAll(async () => {
  dns = await startDns();
});
afterAll(() => dns[Symbol.asyncDispose]());

type DsRecord = Pick<NonNullable<Dnssec['ds']>[number], 'digest' | 'digestType'> & { keyTag: number };
/** The registry with these DS records. */
const publish = (...records: DsRecord[]) =>
  dns.delegate(
    NAME,
    { 'ns1.nasim.example': addresses.ours, 'ns2.nasim.example': addresses.ours },
    records.map(({ digest, ...one }) => [NAME, 'DS', { ...one, algorithm: 13, digest: Buffer.from(digest, 'hex') }, DS_TTL]),
  );
const dsOf = ({ key, ds }: { key?: { keyTag: number } | undefined; ds: Dnssec['ds'] }): DsRecord => {
  const [first] = ds;
  if (!key || !first) throw new Error('no DS record is shown');
  return { keyTag: key.keyTag, digestType: first.digestType, digest: first.digest };
};
const setMood = (mood: 'servfail' | 'ok') => {
  for (const address of all) dns.mood(address, mood);
};

/** A signed zone whose parent has its DS record. */
async function signed(given?: DnsDriver) {
  const engine = recordingEngine<ZoneSnapshot>();
  const driver = given ?? recordingDriver(engine, { capabilities: { engine: 'node' as const, flattening: true, dnssec: true } });
  const p = await startProvider({ env: dns.env, drivers: { compute: null, edge: null, dns: driver } });
  const on = async (call: typeof dnssec.roll | typeof dnssec.cancelRoll | typeof dnssec.verify | typeof dnssec.disable) =>
    p.try(call, { domainId }, { token: await p.signIn() });
  const get = async () => (await p.ok(dnssec.get, { domainId }, { token: await p.signIn() })).dnssec;
  /** Everything that is due then. */
  const later = async (ms: number) => {
    p.clock.now += ms;
    // First what was saved: jobs run beside each other.
    await p.provider.services.jobs.runDue();
    await p.store.write('test', (tx) => p.provider.services.jobs.enqueue(tx, 'dnssec.roll'));
    await p.provider.services.jobs.runDue();
    return get();
  };
  const keys = () => engine.things.get(NAME)?.state?.keys.map(({ publicKey }) => publicKey);
  const { dnssec: first } = await p.ok(dnssec.enable, { domainId }, { token: await p.signIn() });
  const old = dsOf(first);
  publish(old);
  expect((await on(dnssec.verify)).status).toBe(200);
  await later(0);
  return { p, engine, on, get, later, keys, old, oldKey: first.key?.publicKey };
}

test('it waits for the name servers, and longer for records with a longer TTL', async () => {
  const { p, engine, on, later, get } = await signed();
  const { records } = await p.ok(dnsCalls.list, { domainId }, { token: await p.signIn() });
  const record = records.find(({ type }) => type === 'TXT');
  await p.ok(dnsCalls.update, { domainId, recordId: record?.id ?? '', ttl: 604_800 }, { token: await p.signIn() });
  await later(0);
  engine.always = 'fail';
  expect((await on(dnssec.roll)).status).toBe(200);
  expect((await later(DAY)).roll).toMatchObject({ step: 'publish' });
  expect((await get()).roll?.publishedAt).toBeUndefined();
  engine.always = null;
  const published = await later(DAY);
  expect(Date.parse(published.roll?.publishedAt ?? '')).toBe(p.clock.now);
  const ready = await later(READY);
  publish(dsOf({ key: ready.roll?.key, ds: ready.roll?.ds ?? [] }));
  const seen = await later(10 * MINUTE);
  expect(Date.parse(seen.roll?.until ?? '') - Date.parse(published.roll?.publishedAt ?? '')).toBe((SPREAD + 604_800) * 1000);
});

test('a parent that doesn’t answer keeps both keys, however late it is; so does one that lost the new DS record', async () => {
  const { on, later, keys, old } = await signed();
  await on(dnssec.roll);
  await later(MINUTE);
  const ready = await later(READY);
  const fresh = dsOf({ key: ready.roll?.key, ds: ready.roll?.ds ?? [] });
  publish(old, fresh);
  expect((await later(10 * MINUTE)).roll?.step).toBe('parent');
  setMood('servfail');
  onTestFinished(() => setMood('ok'));
  const silent = await later(30 * DAY);
  expect(silent.roll).toMatchObject({ step: 'parent', unansweredAt: expect.any(String) });
  expect(keys()).toHaveLength(2);
  expect((await on(dnssec.cancelRoll)).body).toMatchObject({ code: 'dnssec:error.unreachable' });
  setMood('ok');
  publish(old);
  const lost = await later(10 * MINUTE);
  expect(lost.roll).toMatchObject({ step: 'registrar' });
  expect(lost.roll?.unansweredAt).toBeUndefined();
  publish(old, fresh);
  expect((await later(10 * MINUTE)).roll).toMatchObject({ step: 'parent', canCancel: false });
  // The TTL counts again from here; the old DS record may stay beside the new one.
  expect((await later(DS_TTL * 1000 - MINUTE)).roll?.step).toBe('parent');
  expect((await later(MINUTE)).roll).toBeUndefined();
});

describe.skipIf(!which('delv'))('delv (skipped where Debian’s bind9-dnsutils is missing)', () => {
  test('validates every kind of answer with the old and the new DS record while a resolver may have either', async () => {
    const folder = newFolder();
    const server = await startNameServer([], { folder });
    const { p, on, later, old } = await signed(nodeDriver({ folder }));
    await p.ok(
      dnsCalls.create,
      { domainId, name: '*.wild', type: 'A', content: '192.0.2.7', ttl: 'auto', proxy: false },
      { token: await p.signIn() },
    );
    /** Whether a resolver with this DS record of the parent validates everything, and nothing, of the zone. */
    const validates = async (one: DsRecord) => {
      server.server.follow();
      const file = join(folder, 'anchors');
      writeFileSync(file, `trust-anchors { "${NAME}" static-ds ${one.keyTag} 13 ${one.digestType} "${one.digest}"; };\n`);
      const questions = [`${NAME} SOA`, `${NAME} DNSKEY`, `${NAME} CDS`, `x.wild.${NAME} A`, `gone.${NAME} A`, `${NAME} TLSA`];
      const said = await Promise.all(
        questions.map(async (question) => {
          const args = ['@127.0.0.1', '-p', String(server.port), '-a', file, `+root=${NAME}`, '+nomtrace', ...question.split(' ')];
          const { stdout, stderr } = await promisify(execFile)('delv', args, { timeout: 20_000 }).catch(
            (error: { stdout: string; stderr: string }) => error, // it exits with a status when it can't validate
          );
          return /fully validated/.test(`${stdout}${stderr}`);
        }),
      );
      return new Set(said).size === 1 ? said[0] : said;
    };
    await later(0);
    expect(await validates(old)).toBe(true);
    await on(dnssec.roll);
    const started = await later(MINUTE);
    const { keyTag = 0 } = started.roll?.key ?? {};
    const ready = await later(READY);
    const fresh = dsOf({ key: ready.roll?.key, ds: ready.roll?.ds ?? [] });
    expect(fresh.keyTag).toBe(keyTag);
    expect(ready.roll?.step).toBe('registrar');
    expect([await validates(old), await validates(fresh)]).toEqual([true, true]);
    publish(fresh);
    expect((await later(10 * MINUTE)).roll?.step).toBe('parent');
    expect([await validates(old), await validates(fresh)]).toEqual([true, true]);
    await later(DS_TTL * 1000);
    expect((await later(0)).roll).toBeUndefined();
    expect([await validates(old), await validates(fresh)]).toEqual([false, true]);
  });
});
