import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { which } from '../../../../../scripts/lib/which.mjs';
import { newFolder, record, type ServedRecord, zone } from '../../../../../tests/support/nameServer.ts';
import { emptyServer, hasPowerdns, launchPowerdns, type Powerdns, soon } from '../../../../../tests/support/powerdns.ts';
import { recordExamples } from '../../../../../tests/support/recordExamples.ts';
import type { ZoneKey } from '../../../../dns/bundle.ts';
import { dnskeyData, keyTag } from '../../../../dns/dnssec.ts';
import { newZoneKey } from '../../../../dns/keys.ts';

const isPossible = hasPowerdns && which('delv') && which('dig');
describe.skipIf(!isPossible)('DNSSEC with PowerDNS (skipped where it or Debian’s bind9-dnsutils is missing)', () => {
  let engine: Powerdns;
  beforeAll(async () => {
    engine = await launchPowerdns();
  });
  afterAll(() => engine.stop());
  const emptied = () => emptyServer(engine);

  const run = async (program: string, args: string[]) => (await promisify(execFile)(program, args, { timeout: 20_000 })).stdout;
  const dig = (...args: string[]) => run('dig', ['@127.0.0.1', '-p', String(engine.port), ...args]);
  const signed = (version: number, keys: readonly ZoneKey[], more: readonly ServedRecord[] = []) =>
    zone(
      'a.example',
      version,
      [...Object.values(recordExamples), record('*.wild', 'A', '192.0.2.3'), record('deep.empty', 'A', '192.0.2.4'), ...more],
      { keys },
    );
  /** Asks with one key as the trust anchor. */
  function validator({ publicKey }: ZoneKey) {
    const anchors = join(newFolder(), 'anchors');
    writeFileSync(anchors, `trust-anchors { "a.example" static-key 257 3 13 "${publicKey}"; };\n`);
    return (name: string, type: string) =>
      run('delv', ['@127.0.0.1', '-p', String(engine.port), '-a', anchors, '+root=a.example', '+nomtrace', name, type]);
  }
  const tags = async (type: string) =>
    (await dig('+short', '+dnssec', 'a.example', type))
      .split('\n')
      .filter((line) => line.startsWith(`${type} `))
      .map((line) => Number(line.split(' ')[6]));
  const tagOf = ({ publicKey }: ZoneKey) => keyTag(dnskeyData(publicKey));

  test('answers, wildcards and denials are validated with the key of the panel, also after a change', async () => {
    const key = newZoneKey();
    const driver = (await emptied())();
    await driver.apply(signed(1, [key]), soon());
    const delv = validator(key);
    for (const type of ['SOA', 'NS', 'DNSKEY', 'CDS', 'CDNSKEY']) expect(await delv('a.example', type)).toContain('; fully validated');
    for (const [name, type] of [
      ['a.a.example', 'A'],
      ['txt.a.example', 'TXT'],
      ['ns.a.example', 'DS'],
      ['x.y.wild.a.example', 'A'],
    ] as const)
      expect(await delv(name, type)).toContain('; fully validated');
    for (const [name, type] of [
      ['gone.a.example', 'A'],
      ['a.a.example', 'MX'],
      ['empty.a.example', 'A'],
      ['x.wild.a.example', 'TXT'],
    ] as const)
      expect(await delv(name, type)).toMatch(/; negative response, fully validated/);
    await driver.apply(signed(2, [key], [record('fresh', 'A', '192.0.2.5')]), soon());
    expect(await delv('fresh.a.example', 'A')).toContain('; fully validated');
    expect(await delv('gone.a.example', 'A')).toMatch(/; negative response, fully validated/);
    expect(await dig('+short', 'a.example', 'SOA')).toContain(' 2 10000 ');
  });

  test('during a key roll both keys sign everything, and each is enough to validate it', async () => {
    const [old, fresh] = [newZoneKey(), newZoneKey()];
    const driver = (await emptied())();
    await driver.apply(signed(1, [old]), soon());
    await driver.apply(signed(2, [old, fresh]), soon());
    for (const key of [old, fresh]) {
      const delv = validator(key);
      expect(await delv('a.example', 'DNSKEY')).toContain('; fully validated');
      expect(await delv('a.a.example', 'A')).toContain('; fully validated');
      expect(await delv('gone.a.example', 'A')).toMatch(/; negative response, fully validated/);
    }
    for (const type of ['SOA', 'DNSKEY']) expect((await tags(type)).sort()).toEqual([tagOf(old), tagOf(fresh)].sort());
    expect((await dig('+short', 'a.example', 'CDS')).trim().split('\n')).toHaveLength(2);
    await driver.apply(signed(3, [fresh]), soon());
    expect(await tags('SOA')).toEqual([tagOf(fresh)]);
    expect(await validator(fresh)('a.a.example', 'A')).toContain('; fully validated');
  });

  test('keys that somebody else adds or switches off are put right, and without keys the zone isn’t signed', async () => {
    const key = newZoneKey();
    const driver = (await emptied())();
    await driver.apply(signed(1, [key]), soon());
    await engine.api('POST', '/zones/a.example./cryptokeys', { keytype: 'csk', active: true, published: true });
    for (const { id } of (await engine.api('GET', '/zones/a.example./cryptokeys')) as { id: number }[]) // the API’s list
      await engine.api('PUT', `/zones/a.example./cryptokeys/${id}`, { active: false });
    await driver.apply(signed(1, [key]), soon());
    expect(await tags('SOA')).toEqual([tagOf(key)]);
    await driver.apply(signed(2, []), soon());
    expect(await tags('SOA')).toEqual([]);
    expect(await dig('+short', 'a.example', 'DNSKEY')).toBe('');
    expect(await dig('+noall', '+authority', '+dnssec', 'gone.a.example', 'A')).not.toContain('NSEC');
    await driver.apply(signed(3, [key]), soon());
    expect(await validator(key)('gone.a.example', 'A')).toMatch(/; negative response, fully validated/);
  });

  test.skipIf(!which('ldns-verify-zone'))('a transfer has every signature (skipped where ldnsutils is missing)', async () => {
    const driver = (await emptied())();
    await driver.apply(signed(1, [newZoneKey()]), soon());
    const file = join(newFolder(), 'zone');
    writeFileSync(file, await dig('+noall', '+answer', '+onesoa', 'a.example', 'AXFR'));
    expect(await run('ldns-verify-zone', [file])).toContain('Zone is verified and complete');
  });
});
