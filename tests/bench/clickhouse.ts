/*
 * Reports over the requests of a fleet: a day of 1,000 domains in ClickHouse, through the tables and counts of the log store.
 *   CHDB_PATH=… node tests/bench/clickhouse.ts [--requests 100000000]
 * Needs the engine that CHDB_PATH has, or the server of CLICKHOUSE_URL. A hundred million requests need about 10 GB of disk.
 */
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { DAY, HOUR, MINUTE } from '../../src/lib/time.ts';
import { type ClickHouse, connect } from '../../src/provider/drivers/logs/clickhouse/client.ts';
import { clickhouseLogs } from '../../src/provider/drivers/logs/clickhouse/store.ts';
import type { LogStore } from '../../src/provider/drivers/logs/logs.ts';
import { newClickHouse } from '../support/clickhouse.ts';
import { createMixedEntries } from '../support/logEntries.ts';
import { ms, percentile, perSecond, printReport, report, timed } from './report.ts';

const { values } = parseArgs({ options: { requests: { type: 'string', default: '100000000' } } });
const total = Number(values.requests);
const now = Date.UTC(2026, 10, 20, 14, 20);
const DOMAINS = 1_000;
const ROUNDS = 20;

/**
 * Adds requests of an hour: a few domains have most of them, visitors come again, a twentieth of the paths gets most requests.
 * @param count those of the whole hour
 */
const hourOf = (from: number, to: number, count: number) => `insert into line (domain, at, id, host, ip, country, method, path, query,
    userAgent, referer, protocol, tls, status, bytes, originBytes, cache, outcome, layer, ruleId, reason, findings, originStatus, ms, originMs, server)
  with cityHash64(number, ${from}) as r, intDiv(pow(r % 1000003 / 1000003, 3) * ${DOMAINS}, 1) as d, r % 97 as kind,
    intDiv(r, 1000) % 200000 as visitor, kind < 60 as cached, kind >= 90 as stopped
  select 'domain-' || toString(d), ${from} + intDiv(r, 7) % ${to - from}, toString(generateUUIDv4()), 'www.domain-' || toString(d) || '.example',
    toString(toIPv4(3221225472 + toUInt32(cityHash64(visitor, d) % 400000))), ['DE', 'IR', 'AE', 'ES', 'SA', 'FR', 'TR', ''][visitor % 8 + 1], 'GET',
    '/page/' || toString(intDiv(pow(intDiv(r, 13) % 10007 / 10007, 4) * 5000, 1)), '', 'Mozilla/5.0 (' || toString(visitor % 300) || ') Firefox/145.0',
    if(kind < 30, 'https://search.example/', ''), 'h2', 'TLSv1.3', multiIf(stopped, 403, kind >= 85, 404, kind >= 82, 502, 200), 200 + r % 20000,
    if(cached, 0, 200 + r % 20000), if(cached, 'hit', if(stopped, 'none', 'miss')), multiIf(stopped, 'blocked', cached, 'served', 'forwarded'),
    multiIf(kind >= 94, 'waf', stopped, 'firewall', ''), if(stopped, 'rule-' || toString(d), ''), if(stopped, 'firewallRule', ''),
    if(kind >= 94, '["sql"]', ''), if(cached or stopped, null, 200), 1 + r % 300, if(cached or stopped, null, r % 300), ''
  from numbers(${count})`;

const touch = (from: number, to: number, grain: number) => `insert into period (domain, grain, at, touches, counted)
  select 'domain-' || toString(number), ${grain}, ${Math.floor(from / grain) * grain}, ${to === from ? 0 : 1}, 0 from numbers(${DOMAINS})`;

async function fill(clickhouse: ClickHouse, store: LogStore): Promise<void> {
  let inserting = 0;
  let counting = 0;
  for (let from = now - DAY; from < now; ) {
    const to = Math.min(now, Math.floor(from / HOUR) * HOUR + HOUR);
    const count = Math.round((total * (to - from)) / DAY);
    inserting += await timed(() => clickhouse.command(hourOf(from, to, count)));
    for (const grain of [HOUR, DAY]) await clickhouse.command(touch(from, to, grain));
    counting += await timed(() => store.prune(to + MINUTE));
    from = to;
  }
  report(`${total.toLocaleString('en')} requests generated in ClickHouse`, '', perSecond((total / inserting) * 1000));
  report('hours counted', '', perSecond((total / counting) * 1000));
  report('on disk', '', `${((await store.size()) / 1e9).toFixed(2)} GB = ${Math.round((await store.size()) / total)} bytes each`);
}

async function insertBatches(store: LogStore): Promise<void> {
  const batches = Array.from({ length: 40 }, (_, i) =>
    createMixedEntries({ count: 5_000, domainIds: ['domain-x'], from: now - MINUTE, to: now, seed: 100 + i }),
  );
  const duration = await timed(async () => {
    for (let at = 0; at < batches.length; at += 8)
      await Promise.all(batches.slice(at, at + 8).map((batch, i) => store.ingest({ id: `b${at + i}`, lines: batch, receivedAt: now })));
  });
  report('batches of 5,000 lines, eight at a time', '', perSecond((batches.length * 5_000 * 1000) / duration));
}

async function reads(store: LogStore, domainId: string): Promise<void> {
  for (const [name, length] of [
    ['30 minutes', 30 * MINUTE],
    ['24 hours', DAY],
    ['month', 30 * DAY],
  ] as const) {
    const range = { domainId, from: now - length, to: now };
    const filter = [{ field: 'country', value: 'DE' } as const];
    for (const [part, work] of [
      ['sums', () => store.sums(range, 300_000)],
      ['paths', () => store.top(range, 'path', 20)],
      ['visitors', () => store.countries(range)],
      ['errors', () => store.top(range, 'error', 100)],
      ['WAF', () => store.top(range, 'wafPart', 20)],
      ...(length <= DAY
        ? ([
            ['sums of a country', () => store.sums(range, 300_000, filter)],
            ['newest events', () => store.events({ ...range, filters: [], acted: true, before: null, limit: 50 })],
          ] as const)
        : []),
    ] as const) {
      const durations: number[] = [];
      for (let i = 0; i < ROUNDS; i++) durations.push(await timed(work));
      report(`${domainId}, ${name}: ${part}`, '', `p50 ${ms(percentile(durations, 50))}, p95 ${ms(percentile(durations, 95))}`);
    }
  }
}

console.log(`${availableParallelism()} processors, load ${loadavg()[0]?.toFixed(1)}: times count only when nothing else runs`);
const { address, drop, end } = await newClickHouse();
const clickhouse = connect(address);
const store = clickhouseLogs(address);
await store.ready();
await fill(clickhouse, store);
await insertBatches(store);
await reads(store, 'domain-0');
await reads(store, 'domain-500');
const hours = await timed(() => store.hours({ from: now - (now % HOUR) - 26 * HOUR, to: now - (now % HOUR) }));
report('hours of all domains, for metering', '', ms(hours));
const [row] = await clickhouse.query<{ id: string }>({ text: "select id from line where layer <> '' limit 1", values: [] });
report('request by its ID', '', ms(await timed(() => store.find(row?.id ?? ''))));
printReport();
await store.close();
await clickhouse.close();
await drop();
end();
