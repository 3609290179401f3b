import { expect, onTestFinished, test } from 'vitest';
import { scrape } from '../../tests/support/metrics.ts';
import { newFolder, record, served, startNameServer } from '../../tests/support/nameServer.ts';
import { Metrics } from '../lib/node/metrics.ts';
import { startMonitor } from '../lib/node/monitor.ts';
import { makeDnsServer } from './server.ts';

test('queries are counted by type, status and transport, and the zones with what isn’t served yet', async () => {
  const metrics = new Metrics();
  const { query, put, server } = await startNameServer([served('a.example', [record('@', 'A', '192.0.2.1')])], { metrics });
  const monitor = await startMonitor({
    env: { METRICS_HOST: '127.0.0.1', DNS_METRICS_PORT: 0 },
    variable: 'DNS_METRICS_PORT',
    metrics,
    checks: { zones: server.isReady },
  });
  onTestFinished(monitor.stop);
  const address = String(monitor.address);
  // The second answer of each is a cached one.
  for (let i = 0; i < 2; i++) await query({ name: 'a.example', type: 'A' });
  await query({ name: 'a.example', type: 'A', tcp: true });
  await query({ name: 'none.a.example', type: 'AAAA' });
  await query({ name: 'b.example', type: 'MX' });
  for (let type = 1000; type < 1050; type++) await query({ name: 'a.example', type: `UNKNOWN_${type}` });
  const samples = await scrape(address);
  expect([...samples].filter(([name]) => name.startsWith('nasim_dns_queries_total'))).toEqual([
    ['nasim_dns_queries_total{type="A",rcode="NOERROR",transport="udp"}', 2],
    ['nasim_dns_queries_total{type="A",rcode="NOERROR",transport="tcp"}', 1],
    ['nasim_dns_queries_total{type="AAAA",rcode="NXDOMAIN",transport="udp"}', 1],
    ['nasim_dns_queries_total{type="MX",rcode="REFUSED",transport="udp"}', 1],
    ['nasim_dns_queries_total{type="other",rcode="NOERROR",transport="udp"}', 50],
  ]);
  expect(samples.get('nasim_dns_zones')).toBe(1);
  await put(served('c.example'));
  server.follow();
  const after = await scrape(address);
  expect([after.get('nasim_dns_zones'), after.get('nasim_dns_unapplied_changes')]).toEqual([2, 0]);
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  const options = { host: '127.0.0.1', port: 0, edge: [], resolvers: [], perSecond: 0, onFault() {} };
  expect(makeDnsServer({ ...options, folder: newFolder() }).isReady()).toBe(false);
});
