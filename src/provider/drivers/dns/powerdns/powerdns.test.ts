import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { which } from '../../../../../scripts/lib/which.mjs';
import { query } from '../../../../../tests/support/dnsClient.ts';
import { driverContract } from '../../../../../tests/support/driverContract.ts';
import { newFolder, record, served, startNameServer, zone } from '../../../../../tests/support/nameServer.ts';
import {
  createPowerdnsDriver,
  emptyServer,
  hasPowerdns,
  launchPowerdns,
  PDNS_KEY,
  type Powerdns,
  soon,
  startPowerdns,
} from '../../../../../tests/support/powerdns.ts';
import { startProvider } from '../../../../../tests/support/provider.ts';
import { asRead, recordExamples } from '../../../../../tests/support/recordExamples.ts';
import { newZoneKey } from '../../../../dns/keys.ts';
import { dns } from '../../../../lib/contract/cdn/dns.ts';
import { domain } from '../../../../lib/contract/cdn/domain.ts';
import { provider } from '../../../../lib/contract/core/provider.ts';
import { demo } from '../../../../lib/contract/fields.ts';
import { translator } from '../../../../lib/i18n/server.ts';
import { parseZone } from '../../../../lib/rules/cdn/zone/parse.ts';
import { printZone } from '../../../../lib/rules/cdn/zone/print.ts';
import { recordTypes } from '../../../../lib/rules/core/dnsTypes.ts';
import type { ZoneSnapshot } from '../dns.ts';

const withText = (id: string, version: number, content: string, more: Partial<ZoneSnapshot> = {}) =>
  zone(id, version, [record('@', 'TXT', content)], more);

/** What the server has stored of a zone, read even while it is down. */
function storedZone({ folder }: Powerdns, name: string): string | null {
  const db = new Sqlite(join(folder, 'pdns.db'), { readonly: true });
  try {
    const found = db.prepare('select id, account from domains where name = ?').get(name) as { id: number; account: string } | undefined; // its schema
    if (!found) return null;
    const rows = db
      .prepare('select name, type, ttl, content from records where domain_id = ? and type is not null order by 1, 2, 4')
      .all(found.id);
    return JSON.stringify([found.account, rows]);
  } finally {
    db.close();
  }
}

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: unknown) => error,
  );

describe.skipIf(!hasPowerdns)('PowerDNS (skipped where Debian’s pdns-server and pdns-backend-sqlite3 are missing)', () => {
  let engine: Powerdns;
  beforeAll(async () => {
    engine = await launchPowerdns();
  });
  afterAll(() => engine.stop());

  const emptied = () => emptyServer(engine);

  driverContract<ZoneSnapshot>('the driver of PowerDNS', {
    async make() {
      const make = await emptied();
      return {
        driver: make(),
        again: () => make(),
        loadState: async (id) => storedZone(engine, id),
        async inject(how) {
          if (how === 'hang') {
            engine.kill('SIGSTOP');
            return async () => engine.kill('SIGCONT');
          }
          await engine.kill9();
          return engine.restart;
        },
      };
    },
    state: withText,
    impossible: (id, version) => withText(id, version, 'impossible', { nameServers: [`ns1.${id}`, 'ns2.nasim.example'] }),
  });

  test('a zone of somebody else is neither changed nor removed, nor are names taken out of it', async () => {
    const make = await emptied();
    for (const account of ['', 'another'])
      await engine.api('POST', '/zones', {
        name: `foreign${account}.example.`,
        kind: 'Native',
        account,
        nameservers: ['ns1.other.example.'],
      });
    for (const name of ['foreign.example', 'foreignanother.example']) {
      const before = storedZone(engine, name);
      expect(await failure(make().apply(withText(name, 3_000_000_000, 'mine'), soon()))).toMatchObject({
        key: 'deploy:reason.foreignZone',
        params: { zone: name },
      });
      expect(await failure(make().apply(withText(`shop.${name}`, 1, 'mine'), soon()))).toMatchObject({ params: { zone: name } });
      expect(await make().observe(name, soon())).toBeNull();
      await make().remove({ id: name, version: 3_000_000_001 }, soon());
      expect(storedZone(engine, name)).toBe(before);
      expect(storedZone(engine, `shop.${name}`)).toBeNull();
    }
  });

  test('a zone that the operator hands over continues from its serial', async () => {
    const make = await emptied();
    await engine.api('POST', '/zones', { name: 'old.example.', kind: 'Native', account: 'nasim', nameservers: ['ns1.other.example.'] });
    const serial = (await make().observe('old.example', soon())) ?? 0;
    expect(serial).toBeGreaterThan(2_000_000_000);
    expect(await failure(make().apply(withText('old.example', 1, 'new'), soon()))).toMatchObject({ stored: serial });
    // As the reconciler goes on.
    await make().apply(withText('old.example', serial + 1, 'new'), soon());
    expect(await make().observe('old.example', soon())).toBe(serial + 1);
    expect(storedZone(engine, 'old.example')).toContain('new');
    expect(storedZone(engine, 'old.example')).not.toContain('ns1.other.example');
  });

  test('a wrong key is a fault that the operator corrects, and stays out of messages', async () => {
    const make = await emptied();
    const wrong = 'the-wrong-secret-key';
    const fault = await failure(make({ key: wrong }).apply(withText('a.example', 1, 'x'), soon()));
    expect(fault).toMatchObject({ key: 'deploy:reason.unauthorized' });
    await engine.kill9();
    const unreachable = await failure(make().observe('a.example', soon()));
    await engine.restart();
    expect(String(unreachable)).toContain("can't be reached");
    for (const error of [fault, unreachable])
      expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toMatch(/secret-key|a-key-of/);
  });

  test('data that the server refuses is a refusal with its words, and the zone stays as it was', async () => {
    const make = await emptied();
    await make().apply(withText('a.example', 1, 'one'), soon());
    const conflict = [record('www', 'CNAME', 'other.example'), record('www', 'A', '192.0.2.1')];
    const refused = await failure(make().apply(zone('a.example', 2, conflict), soon()));
    expect(refused).toMatchObject({ key: 'deploy:reason.rejected', params: { message: expect.stringContaining('www.a.example.') } });
    expect(await make().observe('a.example', soon())).toBe(1);
    expect(storedZone(engine, 'a.example')).toContain('one');
  });

  test('proxied records are answered with the addresses of the edge, unless the domain is paused', async () => {
    const make = await emptied();
    const driver = make({ edge: ['192.0.2.80', '2001:db8::80'] });
    const records = [record('@', 'CNAME', 'shop.other.example', { proxy: true }), record('www', 'A', '203.0.113.1', { proxy: true })];
    const answers = async (name: string, type: string) => (await query(engine.port, { name, type })).answers.map(({ data }) => data);
    await driver.apply(zone('a.example', 1, records), soon());
    for (const name of ['a.example', 'www.a.example']) {
      expect(await answers(name, 'A')).toEqual(['192.0.2.80']);
      expect(await answers(name, 'AAAA')).toEqual(['2001:db8::80']);
    }
    await driver.apply(zone('a.example', 2, records.slice(1), { paused: true }), soon());
    expect(await answers('www.a.example', 'A')).toEqual(['203.0.113.1']);
    expect(await answers('a.example', 'A')).toEqual([]);
  });

  test('the panel shows why a zone isn’t published, and that it is once the key is right', async () => {
    await emptied();
    const env = { DNS_DRIVER: 'powerdns', PDNS_URL: engine.url, PDNS_API_KEY: 'not-the-key-of-the-server' };
    const wrong = await startProvider({ env });
    const deploy = async (p: typeof wrong) => {
      await p.provider.services.jobs.runDue();
      const { deploy: state } = (await p.ok(domain.get, { domainId: demo.domainId }, { token: await p.signIn() })).domain;
      return state;
    };
    expect(await deploy(wrong)).toMatchObject({
      status: 'failed',
      reason: { code: 'deploy:reason.unauthorized', message: translator('en')('deploy:reason.unauthorized') },
      nextAttemptAt: expect.any(String),
    });
    const right = await startProvider({ env: { ...env, PDNS_API_KEY: PDNS_KEY } });
    expect((await right.ok(provider.capabilities, {})).capabilities.dns).toBe('powerdns');
    expect(await deploy(right)).toMatchObject({ status: 'deployed', version: 1, observedVersion: 1 });
    const token = await right.signIn();
    await right.ok(dns.create, { domainId: demo.domainId, name: 'fresh', type: 'A', content: '203.0.113.30' }, { token });
    expect(await deploy(right)).toMatchObject({ status: 'deployed', version: 2 });
    const { answers } = await query(engine.port, { name: 'fresh.parvaz.example', type: 'A' });
    expect(answers).toMatchObject([{ data: '203.0.113.30' }]);
  });

  test('a zone larger than one request arrives whole, with its serial at the end', async () => {
    const make = await emptied();
    const records = Array.from({ length: 5_000 }, (_, i) => record(`h${i}`, 'TXT', `${i} ${'x'.repeat(250)}`));
    await make().apply(zone('a.example', 1, records), AbortSignal.timeout(20_000));
    expect(await make().observe('a.example', soon())).toBe(1);
    const last = await query(engine.port, { name: 'h4999.a.example', type: 'TXT' });
    expect(String(last.answers[0]?.data)).toMatch(/^4999 x/);
  });

  test('a root that is an alias is refused where the server doesn’t resolve aliases', async () => {
    const make = await emptied();
    const alias = [record('@', 'CNAME', 'shop.other.example')];
    expect(await failure(make().apply(zone('a.example', 1, alias), soon()))).toMatchObject({ key: 'deploy:reason.alias' });
  });

  test('flattened names are answered with the addresses of their target', async () => {
    const { port: resolver } = await startNameServer([served('other.example', [record('shop', 'A', '192.0.2.99')])]);
    const flat = await startPowerdns({ 'expand-alias': 'yes', resolver: `127.0.0.1:${resolver}` });
    const driver = (await createPowerdnsDriver(flat))();
    const records = [
      record('@', 'CNAME', 'shop.other.example'),
      record('www', 'CNAME', 'shop.other.example'),
      record('key._domainkey', 'CNAME', 'key.other.example'),
    ];
    await driver.apply(zone('a.example', 1, records, { flattening: true }), soon());
    const answers = async (name: string) =>
      (await query(flat.port, { name, type: 'A' })).answers.map(({ type, data }) => `${type} ${data}`);
    for (const name of ['a.example', 'www.a.example']) expect(await answers(name)).toEqual(['A 192.0.2.99']);
    // Its data isn’t an address.
    expect(await answers('key._domainkey.a.example')).toEqual(['CNAME key.other.example']);
  });

  test.skipIf(!which('dig'))('dig reads each type as the panel shows it (skipped where Debian’s bind9-dnsutils is missing)', async () => {
    const make = await emptied();
    const more = [
      record('mapped', 'AAAA', '::ffff:192.0.2.1'),
      record('equator', 'LOC', '0 0 0.000 N 0 0 0.000 E 0.00m 1.00m 10000.00m 10.00m'),
      record('ech', 'HTTPS', '. alpn=h2 ech=AEX+DQ== dohpath="/q{?dns}" key8 key667=abc', { priority: 1 }),
      record('empty', 'TXT', ''),
      record('*.wild', 'A', '192.0.2.3'),
    ];
    const records = [...Object.values(recordExamples), ...more];
    const driver = make();
    await driver.apply(zone('a.example', 7, records, { soa: { ...served('').soa, email: 'dns.team@a.example' } }), soon());
    // The server has it in its own notation: the same version has nothing to change.
    const before = storedZone(engine, 'a.example');
    await driver.apply(zone('a.example', 7, records, { soa: { ...served('').soa, email: 'dns.team@a.example' } }), soon());
    expect(storedZone(engine, 'a.example')).toBe(before);
    const questions = [
      ...recordTypes.flatMap((type) => ['-q', `${recordExamples[type].name}.a.example`, '-t', type]),
      ...more.flatMap(({ name, type }) => ['-q', `${name}.a.example`, '-t', type]),
    ];
    const dig = (...args: string[]) => promisify(execFile)('dig', ['@127.0.0.1', '-p', String(engine.port), ...args], { timeout: 20_000 });
    // Below a cut the answer is a referral, whose records are in the authority section.
    const { stdout } = await dig('+noall', '+answer', '+authority', ...questions);
    const { records: read, refused } = parseZone(stdout, { zone: 'a.example' });
    expect(refused).toEqual([]);
    const found = read.map(asRead);
    for (const one of records) expect(found).toContainEqual(asRead(one));
    const { stdout: soa } = await dig('+short', 'a.example', 'SOA');
    expect(soa.trim()).toBe('ns1.nasim.example. dns\\.team.a.example. 7 10000 2400 604800 3600');
  });

  test('a secondary is notified of each change, and gets signed zones with a serial above the stored one', async () => {
    const secondary = await startPowerdns({ secondary: 'yes' });
    const primary = await startPowerdns({
      primary: 'yes',
      'only-notify': '',
      'also-notify': `127.0.0.1:${secondary.port}`,
      'default-soa-edit-signed': 'INCREMENT-WEEKS',
    });
    const masters = [`127.0.0.1:${primary.port}`];
    await secondary.api('POST', '/zones', { name: 'a.example.', kind: 'Slave', masters });
    const driver = (await createPowerdnsDriver(primary))();
    const address = async () => {
      const { rcode, answers } = await query(secondary.port, { name: 'www.a.example', type: 'A' });
      return rcode === 'NOERROR' ? answers.map(({ data }) => data) : rcode;
    };
    const keys = [newZoneKey()];
    for (const [version, content] of [
      [1, '192.0.2.1'],
      [2, '192.0.2.2'],
    ] as const) {
      await driver.apply(zone('a.example', version, [record('www', 'A', content)], { keys }), soon());
      await expect.poll(address, { interval: 50, timeout: 15_000 }).toEqual([content]);
      expect(await driver.observe('a.example', soon())).toBe(version);
    }
    const { answers } = await query(secondary.port, { name: 'a.example', type: 'SOA' });
    expect(JSON.stringify(answers)).toMatch(/"serial":\d{4}/);
  });

  test.skipIf(!which('named-compilezone'))(
    'a transfer is the zone that the panel exports (skipped where bind9-utils is missing)',
    async () => {
      const driver = (await emptied())();
      const snapshot = zone('a.example', 9, Object.values(recordExamples));
      await driver.apply(snapshot, soon());
      const { nameServers, defaultTtl, records } = snapshot;
      const exported = printZone(records, { zone: 'a.example', defaultTtl, nameServers, serial: 9, now: new Date(0) });
      const { stdout: transferred } = await promisify(execFile)('dig', [
        ...['@127.0.0.1', '-p', String(engine.port), '+noall', '+answer', '+onesoa', 'a.example', 'AXFR'],
      ]);
      const compiled = async (text: string) => {
        const file = join(newFolder(), 'zone');
        writeFileSync(file, text);
        return (await promisify(execFile)('named-compilezone', ['-i', 'local', '-k', 'ignore', '-q', '-o', '-', 'a.example', file])).stdout;
      };
      expect(await compiled(transferred)).toBe(await compiled(exported));
    },
  );
});
