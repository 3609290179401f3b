import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { EdgeLogEntry } from '../../src/lib/rules/cdn/edge/bundle.ts';
import { DAY, HOUR } from '../../src/lib/time.ts';
import type { LogStore } from '../../src/provider/drivers/logs/logs.ts';
import { columns, toLogRow } from '../../src/provider/drivers/logs/rows.ts';
import { sqliteLogs } from '../../src/provider/drivers/logs/sqlite/store.ts';
import { createMixedEntries } from '../support/logEntries.ts';
import { median, ms, report, timed } from './report.ts';

const BATCH = 5_000;
const now = Date.UTC(2026, 10, 20, 14, 20);
/** The first has about a seventh of the requests. */
const domainIds = Array.from({ length: 14 }, (_, i) => `01980000-0000-7000-8000-${String(i).padStart(12, '0')}`);

/** Batches of a day, in the order of time, with an ID like those of the edge. */
function* batches(lines: number): Generator<EdgeLogEntry[]> {
  for (let at = 0, seed = 1; at < lines; at += BATCH, seed++) {
    const from = now - DAY + (at / lines) * DAY;
    yield createMixedEntries({ count: BATCH, domainIds, from, to: from + (BATCH / lines) * DAY, seed }).map((line, i) => ({
      ...line,
      id: `${(at + i).toString(16).padStart(12, '0')}-7abc-8def-${(seed * 7919).toString(16).padStart(12, '0')}`,
      ip: `198.${line.ip.charCodeAt(7) % 9}.${seed % 250}.${line.ip.split('.')[3]}`,
    }));
  }
}

function* groups<T>(list: Iterable<T>, size: number): Generator<T[]> {
  let group: T[] = [];
  for (const item of list) {
    group.push(item);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

/** Rows a second of SQLite alone: one table without an index, prepared statement, one transaction per batch. */
function bare(file: string, lines: number): number {
  const db = new Sqlite(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  db.exec(`create table line (domain text, ${columns.join(', ')})`);
  const insert = db.prepare(`insert into line values (?, ${columns.map(() => '?').join(', ')})`);
  const run = db.transaction((rows: ReturnType<typeof toLogRow>[]) => {
    for (const row of rows) insert.run(...row);
  });
  let duration = 0;
  for (const batch of batches(lines)) {
    const rows = batch.map(toLogRow);
    const start = performance.now();
    run(rows);
    duration += performance.now() - start;
  }
  db.close();
  return (lines / duration) * 1000;
}

/** Ingest as a ratio of SQLite's own speed, then every question that a report asks, on the largest domain. */
export async function benchLogs(quick: boolean): Promise<void> {
  const lines = quick ? 300_000 : 3_000_000;
  const folder = mkdtempSync(join(tmpdir(), 'nasim-logs-'));
  const reference = bare(join(folder, 'bare.sqlite'), Math.min(lines, 500_000));
  const file = join(folder, 'logs.sqlite');
  const store = sqliteLogs(file);
  let duration = 0;
  let n = 0;
  // Eight edges send at the same time.
  for (const some of groups(batches(lines), 8)) {
    duration += await timed(() => Promise.all(some.map((batch) => store.ingest({ id: `b${n++}`, lines: batch, receivedAt: now }))));
    // Hours are counted as they pass, as the job does; its time counts too.
    if (n % Math.ceil(lines / BATCH / 24) < 8) duration += await timed(() => store.prune(some[0]?.at(-1)?.at ?? now));
  }
  const speed = (lines / duration) * 1000;
  report(
    `${lines.toLocaleString('en')} log lines stored and counted`,
    '≥ 0.35 × bare insert',
    `${Math.round(speed).toLocaleString('en')}/s = ${(speed / reference).toFixed(2)} ×`,
    speed >= 0.35 * reference,
    `bare ${Math.round(reference).toLocaleString('en')}/s, ${Math.round(statSync(file).size / 1e6)} MB on disk`,
  );
  for (const [name, hours] of [
    ['30 minutes', 0.5],
    ['24 hours', 24],
    ['month', 720],
  ] as const)
    await reads(store, name, hours * HOUR);
  await store.close();
  rmSync(folder, { recursive: true });
}

async function reads(store: LogStore, name: string, length: number): Promise<void> {
  const range = { domainId: domainIds[0] ?? '', from: now - length, to: now };
  const slowest: [string, number][] = [];
  for (const [part, work] of [
    ['sums', () => store.sums(range, 300_000)],
    ['paths', () => store.top(range, 'path', 20)],
    ['visitors', () => store.countries(range)],
    ['errors', () => store.top(range, 'error', 100)],
    ['WAF', () => store.top(range, 'wafPart', 20)],
  ] as const) {
    const durations = [];
    for (let i = 0; i < 5; i++) durations.push(await timed(work));
    slowest.push([part, median(durations)]);
  }
  const worst = Math.max(...slowest.map(([, time]) => time));
  report(
    `report of one domain, ${name}`,
    '< 150 ms',
    ms(worst),
    worst < 150,
    slowest.map(([part, time]) => `${part} ${ms(time)}`).join(', '),
  );
}
