import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseZone as dnsz } from 'dnsz';
import { which } from '../../scripts/lib/needs.mjs';
import { parseZone } from '../../src/lib/rules/cdn/zone/parse.ts';
import { median, ms, report } from './report.ts';

/** A typical zone of a name server: several types, comments, relative and absolute names, quoted texts. */
export function createZoneText(records: number): string {
  const lines = [
    '$ORIGIN big.example.',
    '$TTL 3600',
    '@ IN SOA ns1.big.example. hostmaster.big.example. 2026112001 7200 3600 1209600 3600',
    '@ IN NS ns1.big.example.',
    'ns1 IN A 192.0.2.1',
  ];
  for (let i = 0; lines.length < records + 5; i++) {
    const kind = i % 6;
    if (kind < 3) lines.push(`host-${i} 300 IN A 198.51.${(i >> 8) % 250}.${i % 250}`);
    else if (kind === 3) lines.push(`v6-${i} IN AAAA 2001:db8::${(i % 65_000).toString(16)}`);
    else if (kind === 4) lines.push(`text-${i} IN TXT "v=some-value; n=${i}" ; a note`);
    else lines.push(`alias-${i}.big.example. 600 IN CNAME host-${i - 5}.big.example.`);
  }
  return `${lines.join('\n')}\n`;
}

/** Parsing alone, compared with other parsers on the same file; runs alternate, so that noise affects all of them. */
export function benchZone(quick: boolean): void {
  const rounds = quick ? 3 : 7;
  const [small, large] = [createZoneText(10_000), createZoneText(100_000)];
  const folder = mkdtempSync(join(tmpdir(), 'nasim-bench-'));
  const file = join(folder, 'zone.txt');
  writeFileSync(file, large);
  const checkzone = which('named-checkzone');
  const options = { zone: 'big.example', defaultTtl: 3600, maxRecords: 200_000 };
  const read = parseZone(large, options);
  if (read.records.length < 100_000 || read.refused.length > 0)
    throw new Error(`the zone was not read: ${read.records.length} records, ${JSON.stringify(read.refused.slice(0, 3))}`);

  const durations: Record<'ours' | 'small' | 'dnsz' | 'checkzone', number[]> = { ours: [], small: [], dnsz: [], checkzone: [] };
  const time = (into: number[], work: () => unknown) => {
    const start = performance.now();
    work();
    into.push(performance.now() - start);
  };
  for (let i = 0; i < rounds; i++) {
    time(durations.small, () => parseZone(small, options));
    time(durations.ours, () => parseZone(large, options));
    time(durations.dnsz, () => dnsz(large));
    // `-i local`: otherwise it looks up names on the network.
    if (checkzone) time(durations.checkzone, () => spawnSync(checkzone, ['-i', 'local', 'big.example', file]));
  }
  rmSync(folder, { recursive: true });
  const [own, other, check] = [median(durations.ours), median(durations.dnsz), median(durations.checkzone)];
  report(
    'zone file of 100,000 records, parsed',
    '≤ 0.6 × dnsz',
    `${ms(own)} = ${(own / other).toFixed(2)} × dnsz`,
    own <= 0.6 * other,
    `dnsz ${ms(other)}${checkzone ? `, named-checkzone ${ms(check)}` : ''}`,
  );
  const growth = own / median(durations.small);
  report(
    '10 times the zone file',
    '≤ 12 times the time',
    `${growth.toFixed(1)} times`,
    growth <= 12,
    `10,000 records ${ms(median(durations.small))}`,
  );
}
