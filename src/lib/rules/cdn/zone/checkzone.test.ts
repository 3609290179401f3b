import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { accepted, refusal } from '../../../../../tests/support/zone-checkzone.ts';
import type { CheckedRecord } from '../dns/record.ts';

/** Without `bind9-utils` these tests are skipped. */
const checker = ['/usr/bin/named-checkzone', '/usr/sbin/named-checkzone'].find((path) => existsSync(path));
const folder = mkdtempSync(join(tmpdir(), 'nasim-checkzone-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.skipIf(!checker)('what BIND refuses is refused before it is stored', () => {
  const records = (name: string, type: string, content: string) => [
    { name, type, content, ttl: 60, proxy: false, priority: 1 } as CheckedRecord,
  ]; // not checked
  const bad: [string, string, string][] = [
    ['*', 'NS', 'ns1.example.net'],
    ['*.a', 'NS', 'ns1.example.net'],
    ['a', 'HTTPS', '. mandatory=port alpn=h2'],
  ];
  for (const [name, type, content] of bad) {
    expect(refusal(records(name, type, content))).not.toBe('');
    expect(accepted([{ name, type, content, priority: 1 }])).toEqual([]);
  }
});
