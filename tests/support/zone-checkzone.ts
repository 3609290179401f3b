import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CheckedRecord, checkRecord } from '../../src/lib/rules/cdn/dns/record.ts';
import { Gathering } from '../../src/lib/rules/cdn/dns/recordConflicts.ts';
import { printZone } from '../../src/lib/rules/cdn/zone/print.ts';

/** Without `bind9-utils` these tests are skipped. */
const checker = ['/usr/bin/named-checkzone', '/usr/sbin/named-checkzone'].find((path) => existsSync(path));
const folder = mkdtempSync(join(tmpdir(), 'nasim-checkzone-'));
const zone = 'example.com';
/** What BIND says against a zone, with the options of our zone list (drivers/dns/files.ts); empty: it loads it. */
export function refusal(records: readonly CheckedRecord[]): string {
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
export function accepted(drafts: readonly Parameters<typeof checkRecord>[0][]): CheckedRecord[] {
  const gathering = new Gathering();
  return drafts.flatMap((draft) => {
    const checked = checkRecord(draft, { zone });
    if (!checked.ok || gathering.add(checked.record)) return [];
    return [checked.record];
  });
}
