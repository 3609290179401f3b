import { expect, test } from 'vitest';
import type { EdgeLogEntry } from '../../src/lib/rules/cdn/edge/bundle.ts';
import { DAY, HOUR } from '../../src/lib/time.ts';
import { type LogStore, type LogSums, partSeparator, sumFields } from '../../src/provider/drivers/logs/logs.ts';
import { createLogEntry, createMixedEntries } from './logEntries.ts';

/** 14:20 UTC. */
const now = Date.UTC(2026, 10, 20, 14, 20);
const [a, b] = ['domain-a', 'domain-b'];
const nobody = { domainId: 'nobody', from: now - DAY, to: now };

/** Counts by plain loops over the lines: what a store must return. */
export function countSums(lines: readonly EdgeLogEntry[]): LogSums {
  const sums = Object.fromEntries(sumFields.map((name) => [name, 0])) as unknown as LogSums; // all fields
  for (const { status, bytes, originBytes, cache, outcome, layer, findings, ms } of lines) {
    const isCached = ['hit', 'stale', 'revalidated'].includes(cache);
    sums.requests++;
    sums.bytes += bytes;
    sums.originBytes += originBytes;
    sums.ms += ms;
    if (isCached) sums.cachedRequests++;
    if (isCached) sums.cachedBytes += bytes;
    if (status < 300) sums.c2xx++;
    else if (status < 400) sums.c3xx++;
    else if (status < 500) sums.c4xx++;
    else sums.c5xx++;
    if (outcome === 'blocked') sums.blocked++;
    if (outcome === 'challenged') sums.challenged++;
    if (layer === 'waf' || findings.length > 0) sums.waf++;
  }
  return sums;
}
export function countBy(lines: readonly EdgeLogEntry[], key: (line: EdgeLogEntry) => string | readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) for (const value of [key(line)].flat()) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Verifies a log store against counts by plain loops. `make` returns an empty one. */
export function logsContract(make: () => Promise<LogStore>): void {
  const all = async (store: LogStore, range: { domainId: string; from: number; to: number }) => {
    const [sums] = await store.sums(range, 400 * DAY);
    if (!sums) return null;
    const { at: _, ...rest } = sums;
    return rest;
  };
  const counts = ({ rows }: Awaited<ReturnType<LogStore['top']>>) => new Map(rows.map(({ value, requests }) => [value, requests]));

  test('sums, values and visitors equal a count over the lines, before and after the hours were counted', async () => {
    const store = await make();
    const lines = createMixedEntries({ count: 4_000, domainIds: [a, b], from: now - 23 * HOUR, to: now });
    for (let i = 0; i < 4; i++) await store.ingest({ id: `batch-${i}`, lines: lines.slice(i * 1000, i * 1000 + 1000), receivedAt: now });
    for (const at of [now, now + 2 * HOUR]) {
      for (const [from, to] of [
        [now - 24 * HOUR, now],
        [now - 5 * HOUR, now - HOUR],
        [now - 90 * 60_000, now - 10 * 60_000],
      ] as const) {
        const range = { domainId: a, from, to };
        const own = lines.filter((line) => line.domainId === a && line.at >= from && line.at < to);
        expect(own.length).toBeGreaterThan(50);
        expect(await all(store, range)).toEqual(countSums(own));
        const buckets = await store.sums(range, 5 * 60_000);
        expect(buckets.reduce((sum, { requests }) => sum + requests, 0)).toBe(own.length);
        expect(counts(await store.top(range, 'path', 500))).toEqual(countBy(own, ({ path }) => path));
        expect(counts(await store.top(range, 'status', 500))).toEqual(countBy(own, ({ status }) => String(status)));
        const waf = own.filter(({ layer, findings }) => layer === 'waf' || findings.length > 0);
        expect(counts(await store.top(range, 'wafPart', 500))).toEqual(countBy(waf, ({ findings }) => findings));
        const errors = own.filter(({ status }) => status >= 400);
        const sideOf = ({ originStatus, outcome }: EdgeLogEntry) =>
          (originStatus ?? 0) >= 400 || outcome === 'failed' ? 'origin' : 'edge';
        expect(counts(await store.top(range, 'error', 500))).toEqual(
          countBy(errors, (line) => [line.status, sideOf(line), line.layer, line.host, line.path].join(partSeparator)),
        );
        expect((await store.top(range, 'client', 1)).total).toBe(new Set(own.map(({ ip }) => ip)).size);
        const countries = await store.countries(range);
        expect(new Map(countries.map(({ country, requests }) => [country, requests]))).toEqual(countBy(own, ({ country }) => country));
        for (const { country, visitors } of countries)
          expect(visitors).toBe(new Set(own.filter((line) => line.country === country).map(({ ip }) => ip)).size);
      }
      await store.prune(at);
    }
  });

  test('hours of all domains equal a count over the lines, also with late ones', async () => {
    const store = await make();
    const lines = createMixedEntries({ count: 2_000, domainIds: [a, b], from: now - 20 * HOUR, to: now });
    await store.ingest({ id: 'one', lines: lines.slice(0, 1_000), receivedAt: now });
    await store.prune(now);
    await store.ingest({ id: 'two', lines: lines.slice(1_000), receivedAt: now });
    const [from, to] = [now - (now % HOUR) - 12 * HOUR, now - (now % HOUR)];
    const counts = new Map<string, { requests: number; bytes: number }>();
    for (const { domainId, at, bytes } of lines.filter((line) => line.at >= from && line.at < to)) {
      const hour = `${domainId} ${at - (at % HOUR)}`;
      const before = counts.get(hour) ?? { requests: 0, bytes: 0 };
      counts.set(hour, { requests: before.requests + 1, bytes: before.bytes + bytes });
    }
    const hours = await store.hours({ from, to });
    expect(new Map(hours.map(({ domainId, at, ...rest }) => [`${domainId} ${at}`, rest]))).toEqual(counts);
    expect(hours).toHaveLength(24);
  });

  test('filters and exclusions apply to sums, values and events', async () => {
    const store = await make();
    const lines = createMixedEntries({ count: 1_000, domainIds: [a], from: now - HOUR, to: now });
    await store.ingest({ id: 'one', lines, receivedAt: now });
    const filters = [
      { field: 'country', value: 'DE' },
      { field: 'country', value: 'IR' },
      { field: 'status', value: '200', not: true },
    ] as const;
    const own = lines.filter(({ country, status }) => ['DE', 'IR'].includes(country) && status !== 200);
    const range = { domainId: a, from: now - HOUR, to: now };
    const [sums] = await store.sums(range, DAY, filters);
    expect(sums).toMatchObject(countSums(own));
    expect(counts(await store.top(range, 'path', 500, filters))).toEqual(countBy(own, ({ path }) => path));
    const query = { ...range, filters, acted: false, before: null, limit: 1_000 };
    expect(new Set((await store.events(query)).map(({ id }) => id))).toEqual(new Set(own.map(({ id }) => id)));
    const acted = await store.events({ ...query, filters: [], acted: true });
    expect(acted.length).toBe(
      lines.filter(({ outcome, findings }) => ['blocked', 'challenged'].includes(outcome) || findings.length > 0).length,
    );
  });

  test('pages of events are complete, newest first, and a request is found by its ID', async () => {
    const store = await make();
    const lines = createMixedEntries({ count: 250, domainIds: [a], from: now - HOUR, to: now - HOUR + 40 });
    await store.ingest({ id: 'one', lines, receivedAt: now });
    const found: string[] = [];
    for (let before: { at: number; n: number } | null = null; ; ) {
      const page = await store.events({ domainId: a, from: 0, to: now, filters: [], acted: false, before, limit: 40 });
      found.push(...page.map(({ id }) => id));
      const last = page.at(-1);
      if (!last) break;
      expect(page.map(({ at }) => at)).toEqual(page.map(({ at }) => at).sort((x, y) => y - x));
      before = last;
    }
    expect(found.length).toBe(250);
    expect(new Set(found)).toEqual(new Set(lines.map(({ id }) => id)));
    for (const line of lines.slice(0, 20)) {
      expect(await store.find(line.id, a)).toMatchObject(line);
      expect(await store.find(line.id)).toEqual(line.layer ? expect.objectContaining({ id: line.id }) : undefined);
    }
    expect(await store.find('unknown')).toBeUndefined();
  });

  test('a batch that arrives again, and lines that arrive late, are counted once', async () => {
    const store = await make();
    const early = createMixedEntries({ count: 300, domainIds: [a], from: now - 3 * HOUR, to: now - 2 * HOUR });
    const late = createMixedEntries({ count: 200, domainIds: [a], from: now - 3 * HOUR, to: now - 2 * HOUR, seed: 8 });
    await store.ingest({ id: 'early', lines: early, receivedAt: now });
    expect(await store.ingest({ id: 'early', lines: early, receivedAt: now })).toEqual({ accepted: 300 });
    await store.prune(now);
    await Promise.all([1, 2, 3].map(() => store.ingest({ id: 'late', lines: late, receivedAt: now })));
    const range = { domainId: a, from: now - DAY, to: now };
    for (let i = 0; i < 2; i++) {
      expect(await all(store, range)).toEqual(countSums([...early, ...late]));
      expect(counts(await store.top(range, 'path', 500))).toEqual(countBy([...early, ...late], ({ path }) => path));
      await store.prune(now);
    }
  });

  test('counts of the past stay when its requests are deleted; a deleted domain leaves nothing', async () => {
    const store = await make();
    const midnight = Math.floor(now / DAY) * DAY;
    const lines = createMixedEntries({ count: 600, domainIds: [a, b], from: midnight, to: now });
    await store.ingest({ id: 'one', lines, receivedAt: now });
    const own = lines.filter(({ domainId }) => domainId === a);
    const range = { domainId: a, from: midnight, to: midnight + DAY };
    for (const later of [now + DAY, now + 3 * DAY, now + 20 * DAY]) {
      await store.prune(later);
      expect((await store.events({ ...range, filters: [], acted: false, before: null, limit: 1 })).length).toBe(later > now + DAY ? 0 : 1);
      expect(await all(store, range)).toEqual(countSums(own));
      expect(counts(await store.top(range, 'path', 500))).toEqual(countBy(own, ({ path }) => path));
      expect((await store.top(range, 'client', 1)).total).toBe(new Set(own.map(({ ip }) => ip)).size);
    }
    await store.forget(a);
    expect(await all(store, range)).toBeNull();
    expect(await store.countries(range)).toEqual([]);
    expect(await all(store, { ...range, domainId: b })).toMatchObject({ requests: 600 - own.length });
  });

  test('an empty store and an unknown domain have nothing', async () => {
    const store = await make();
    expect(await store.sums(nobody, 60_000)).toEqual([]);
    expect(await store.top(nobody, 'path', 10)).toEqual({ rows: [], total: 0 });
    expect(await store.countries(nobody)).toEqual([]);
    await store.ingest({ id: 'empty', lines: [], receivedAt: now });
    await store.ingest({
      id: 'one',
      lines: [createLogEntry({ id: 'x', at: now - 1, domainId: a, path: `/'; drop table line; --` })],
      receivedAt: now,
    });
    expect((await store.top({ ...nobody, domainId: a }, 'path', 10)).rows[0]?.value).toBe(`/'; drop table line; --`);
    expect(await store.size()).toBeGreaterThan(0);
  });
}
