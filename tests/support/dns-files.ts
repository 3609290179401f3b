import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { soaTimes } from '../../src/lib/rules/cdn/zone/soa.ts';
import type { ZoneSnapshot } from '../../src/provider/drivers/dns/dns.ts';

export function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'nasim-zones-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}
export const zone = (id: string, version: number, more: Partial<ZoneSnapshot> = {}): ZoneSnapshot => ({
  id,
  version,
  soa: { email: '', ...soaTimes(3600) },
  nameServers: ['ns1.nasim.example', 'ns2.nasim.example'],
  defaultTtl: 3600,
  records: [],
  flattening: false,
  paused: false,
  keys: [],
  ...more,
});
