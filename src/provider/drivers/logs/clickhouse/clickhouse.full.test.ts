import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { hasClickHouse, newClickHouse } from '../../../../../tests/support/clickhouse.ts';
import { createLogEntry, createMixedEntries } from '../../../../../tests/support/logEntries.ts';
import { countBy, countSums, logsContract } from '../../../../../tests/support/logsContract.ts';
import { DAY, HOUR } from '../../../../lib/time.ts';
import { type LogStore, sumFields } from '../logs.ts';
import { type ClickHouse, connect } from './client.ts';
import { clickhouseLogs } from './store.ts';
import { makeWriter } from './write.ts';

// Each insert waits for the disk, and the engine of chdb runs one statement at a time.
vi.setConfig({ testTimeout: 120_000 });

const now = Date.UTC(2026, 10, 20, 14, 20);
const range = { domainId: 'a', from: now - DAY, to: now };

async function newStore() {
  const { address, drop } = await newClickHouse();
  onTestFinished(drop);
  const clickhouse = connect(address);
  onTestFinished(() => clickhouse.close());
  const open = () => {
    const store = clickhouseLogs(address);
    onTestFinished(() => store.close());
    return store;
  };
  return { clickhouse, open };
}

const sumsOf = async (store: LogStore, of = range) => {
  const { at: _, ...sums } = (await store.sums(of, 400 * DAY))[0] ?? { at: 0 };
  return sums;
};
const pathsOf = async (store: LogStore) =>
  new Map((await store.top(range, 'path', 500)).rows.map(({ value, requests }) => [value, requests]));

/** A connection that ends at a request, as that of a process which is killed: what it has sent before has been done. */
function endingAfter(clickhouse: ClickHouse, requests: number): ClickHouse {
  let left = requests;
  const counted =
    <A extends unknown[], T>(work: (...args: A) => Promise<T>) =>
    (...args: A) =>
      left-- > 0 ? work(...args) : Promise.reject(new Error('the process was killed'));
  return { ...clickhouse, insert: counted(clickhouse.insert), command: counted(clickhouse.command) };
}

describe.runIf(hasClickHouse)('ClickHouse', () => {
  logsContract(async () => (await newStore()).open());

  test('two portals create the tables and store batches while hours are counted: each line is counted once', async () => {
    const { open } = await newStore();
    const stores = [open(), open()] as const;
    const lines = createMixedEntries({ count: 400, domainIds: ['a', 'b'], from: now - 2 * HOUR, to: now - HOUR });
    const batches = Array.from({ length: 4 }, (_, i) => ({ id: `b${i}`, lines: lines.slice(i * 100, i * 100 + 100), receivedAt: now }));
    // Each batch arrives at both, as from an edge that got no response from the first.
    const sent = stores.flatMap((store) => batches.map((batch) => store.ingest(batch)));
    const pruned = Promise.all(stores.map((store) => store.prune(now)));
    expect(new Set((await Promise.all(sent)).map(({ accepted }) => accepted))).toEqual(new Set([100]));
    await pruned;
    const own = lines.filter(({ domainId }) => domainId === 'a');
    for (const store of stores) {
      expect(await sumsOf(store)).toEqual(countSums(own));
      await store.prune(now);
      expect(await sumsOf(store)).toEqual(countSums(own));
      expect(await pathsOf(store)).toEqual(countBy(own, ({ path }) => path));
    }
  });

  test('a portal that is killed between the inserts of a batch, or at any statement of a count, leaves nothing out or twice', async () => {
    const { clickhouse, open } = await newStore();
    const store = open();
    await store.ready();
    const first = createMixedEntries({ count: 200, domainIds: ['a'], from: now - 4 * HOUR, to: now - 2 * HOUR });
    const late = createMixedEntries({ count: 100, domainIds: ['a'], from: now - 4 * HOUR, to: now - 2 * HOUR, seed: 8 });
    await store.ingest({ id: 'first', lines: first, receivedAt: now });
    await store.prune(now);
    // The lines are there, and nothing says so.
    await expect(makeWriter(endingAfter(clickhouse, 1)).ingest({ lines: late })).rejects.toThrow('killed');
    await store.ingest({ id: 'late', lines: late, receivedAt: now });
    const all = [...first, ...late];
    expect(await sumsOf(store)).toEqual(countSums(all));
    const later = now + DAY;
    for (let statements = 1; ; statements += 4) {
      const killed = await makeWriter(endingAfter(clickhouse, statements))
        .prune(later)
        .then(
          () => false,
          () => true,
        );
      expect([statements, await sumsOf(store)]).toEqual([statements, countSums(all)]);
      expect(await pathsOf(store)).toEqual(countBy(all, ({ path }) => path));
      if (!killed) break;
      // Every third begins after a batch.
      if (statements % 3 === 0) await store.ingest({ id: 'late', lines: late, receivedAt: now });
      if (statements > 60) throw new Error('does not end');
    }
    const days = { domainId: 'a', from: now - (now % DAY), to: now - (now % DAY) + DAY };
    expect(await sumsOf(store, days)).toEqual(countSums(all));
  });

  test('hours of the past keep their counts when requests and marks are deleted', async () => {
    const { clickhouse, open } = await newStore();
    const store = open();
    const lines = createMixedEntries({ count: 200, domainIds: ['a'], from: now - 3 * HOUR, to: now - HOUR });
    await store.ingest({ id: 'one', lines, receivedAt: now });
    for (const later of [now, now + 2 * DAY, now + 10 * DAY]) await store.prune(later);
    for (const table of ['line', 'period', 'run'])
      expect([table, await clickhouse.query({ text: `select count(*) as n from ${table}`, values: [] })]).toEqual([table, [{ n: 0 }]]);
    expect((await store.hours({ from: now - (now % DAY), to: now })).reduce((sum, { requests }) => sum + requests, 0)).toBe(200);
    const steps = await store.sums({ ...range, from: range.from - (range.from % HOUR), to: now - (now % HOUR) }, HOUR);
    for (const name of sumFields) expect(steps.reduce((sum, one) => sum + one[name], 0)).toBe(countSums(lines)[name]);
  });

  test('what is written for a domain while it is deleted goes with the next run', async () => {
    const { clickhouse, open } = await newStore();
    const store = open();
    const lines = createMixedEntries({ count: 20, domainIds: ['a', 'b'], from: now - 3 * HOUR, to: now - 2 * HOUR });
    await store.ingest({ id: 'one', lines, receivedAt: now });
    await store.forget('a');
    await store.ingest({ id: 'two', lines, receivedAt: now });
    await store.prune(now);
    for (const table of ['line', 'period', 'sum', 'value'])
      expect([table, await clickhouse.query({ text: `select distinct domain from ${table}`, values: [] })]).toEqual([
        table,
        [{ domain: 'b' }],
      ]);
  });

  test('any text is stored and found as it is; half a character is replaced', async () => {
    const { open } = await newStore();
    const store = open();
    const texts = [`/'; drop table line; --`, '/\\t\\\\ \t\n{p0:String}?', '/سلام/🙂', '/\u001f\u0001"', '/%00?x=\\N'];
    const lines = texts.map((path, i) => createLogEntry({ id: `r${i}`, at: now - HOUR + i, domainId: 'a', path }));
    const half = createLogEntry({ id: 'half', at: now - 1, domainId: 'a', path: '/\ud800x' });
    await store.ingest({ id: 'one', lines: [...lines, half], receivedAt: now });
    for (const path of [...texts, '/\ufffdx']) {
      const filters = [{ field: 'path', value: path } as const];
      expect((await store.top(range, 'path', 10, filters)).rows).toMatchObject([{ value: path, requests: 1 }]);
    }
    expect(await store.find(`r1`, 'a')).toMatchObject({ path: texts[1] });
    expect(await store.find(`'or 1=1--`, 'a')).toBeUndefined();
  });
});
