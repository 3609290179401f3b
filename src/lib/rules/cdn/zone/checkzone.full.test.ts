import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { runs } from '../../../../../tests/support/runs.ts';
import { drafted } from '../../../../../tests/support/zoneArbitrary.ts';
import { recordTypes } from '../../core/dnsTypes.ts';
import { type CheckedRecord, checkRecord } from '../dns/record.ts';
import { Gathering } from '../dns/recordConflicts.ts';
import { printZone } from './print.ts';

/** Without `bind9-utils` these tests are skipped. */
const checker = ['/usr/bin/named-checkzone', '/usr/sbin/named-checkzone'].find((path) => existsSync(path));
const folder = mkdtempSync(join(tmpdir(), 'nasim-checkzone-'));
afterAll(() => rmSync(folder, { recursive: true }));
const zone = 'example.com';
/** What BIND says against a zone, with the options of our zone list (drivers/dns/files.ts); empty: it loads it. */
function refusal(records: readonly CheckedRecord[]): string {
  const path = join(folder, 'zone');
  const times = { refresh: 7200, retry: 3600, expire: 1_209_600, minimum: 300 };
  const nameServers = ['ns1.nasim.example', 'ns2.nasim.example'];
  writeFileSync(
    path,
    printZone(records, { zone, defaultTtl: 3600, nameServers, soaEmail: 'hostmaster@nasim.example', times, serial: 1, now: new Date() }),
  );
  const { status, stdout } = spawnSync(checker ?? '', ['-i', 'none', '-k', 'ignore', zone, path], { encoding: 'utf8' });
  return status === 0 ? '' : stdout;
}
/** The records that the rules accept together, as a customer could store them. */
function accepted(drafts: readonly Parameters<typeof checkRecord>[0][]): CheckedRecord[] {
  const gathering = new Gathering();
  return drafts.flatMap((draft) => {
    const checked = checkRecord(draft, { zone });
    if (!checked.ok || gathering.add(checked.record)) return [];
    return [checked.record];
  });
}

test.skipIf(!checker)('what BIND refuses is refused before it is stored', () => {
  for (const [name, type, content] of [
    ['*', 'NS', 'ns1.example.net'],
    ['*.a', 'NS', 'ns1.example.net'],
    ['a', 'HTTPS', '. mandatory=port alpn=h2'],
  ] as const) {
    const draft = { name, type, content, priority: 1 };
    expect(refusal([{ ...draft, ttl: 60, proxy: false }])).not.toBe('');
    expect(accepted([draft])).toEqual([]);
  }
});

const names = ['@', '*', '*.a', 'a', 'a.b', '_a', '_a._tcp', '*._tcp', 'xn--a', '1', '-', 'a-'];
const hosts = ['.', '*', '@', 'a', 'a.', '1.2.3.4', '::1', '*.a.example', '_a.example.'];
const values = ['0 issue ";"', '. alpn=h2', '. mandatory=port port=1', '. ipv4hint=1.2.3.4', '1 13 2 00', '0 0 0 00'];
const odd = fc.record({
  name: fc.oneof(fc.constantFrom(...names), fc.string({ maxLength: 6 })),
  type: fc.constantFrom(...recordTypes),
  content: fc.oneof(
    fc.constantFrom(...hosts, ...values),
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.string({ unit: fc.constantFrom('\\', '"', ';', '(', ')', '@', '$', ' ', '\n', '0', 'a', '.'), maxLength: 10 }),
  ),
  priority: fc.integer({ min: 0, max: 3 }),
  weight: fc.constant(0),
  port: fc.constant(0),
});

test.skipIf(!checker)('every zone that the rules accept loads in BIND', { timeout: 600_000 }, () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(drafted, odd), { minLength: 20, maxLength: 120 }), (drafts) => {
      expect(refusal(accepted(drafts))).toBe('');
    }),
    { numRuns: runs(150) },
  );
});
