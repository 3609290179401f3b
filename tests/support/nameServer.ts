import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ServedZone } from '../../src/dns/bundle.ts';
import { type DnsServerOptions, makeDnsServer } from '../../src/dns/server.ts';
import { ZoneStore } from '../../src/dns/store.ts';
import { soaTimes } from '../../src/lib/rules/cdn/zone/soa.ts';
import type { RecordData, RecordType } from '../../src/lib/rules/core/dnsTypes.ts';
import type { ZoneSnapshot } from '../../src/provider/drivers/dns/dns.ts';
import { query, type TestQuestion } from './dnsClient.ts';

export type ServedRecord = ServedZone['records'][number];

export const served = (name: string, records: readonly ServedRecord[] = [], more: Partial<ServedZone> = {}): ServedZone => ({
  name,
  version: 7,
  soa: { email: '', ...soaTimes(3600) },
  nameServers: ['ns1.nasim.example', 'ns2.nasim.example'],
  defaultTtl: 3600,
  records,
  flattening: false,
  paused: false,
  keys: [],
  ...more,
});

export const record = (
  name: string,
  type: RecordType,
  content: string,
  more: Partial<RecordData & { ttl: number; proxy: boolean }> = {},
): ServedRecord => ({
  name,
  type,
  content,
  ttl: 'auto',
  proxy: false,
  ...more,
});

/** A zone as a driver gets it. */
export const zone = (
  id: string,
  version: number,
  records: readonly ServedRecord[] = [],
  more: Partial<ZoneSnapshot> = {},
): ZoneSnapshot => ({
  ...served(id, records, { version }),
  id,
  ...more,
});

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'nasim-dns-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A name server with these zones, on a free port; it stops with the test. */
export async function startNameServer(zones: readonly ServedZone[], options: Partial<DnsServerOptions> = {}) {
  const folder = options.folder ?? newFolder();
  const store = new ZoneStore(folder);
  const put = (zone: ServedZone | null, name = zone?.name ?? '') =>
    store.put(name, zone?.version ?? 1_000_000, zone, AbortSignal.timeout(5_000), () => {});
  for (const zone of zones) await put(zone);
  const faults: unknown[] = [];
  const server = makeDnsServer({
    host: '127.0.0.1',
    port: 0,
    edge: [],
    resolvers: ['127.0.0.1:9'],
    perSecond: 0,
    onFault: (error) => faults.push(error),
    ...options,
    folder,
  });
  const { port } = await server.listen();
  onTestFinished(async () => {
    await server.close();
    store.close();
  });
  return { port, folder, server, put, faults, query: (requested: TestQuestion) => query(port, requested) };
}
