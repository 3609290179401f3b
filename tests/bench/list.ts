import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, CDPSession, Page } from '@playwright/test';
import Sqlite from 'better-sqlite3';
import sirv from 'sirv';
import { dns } from '../../src/lib/contract/cdn/dns.ts';
import { zone } from '../../src/lib/contract/cdn/zone.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { uuidv7 } from '../../src/provider/kernel/ids.ts';
import { settled } from '../screens/index.ts';
import { addDomain } from '../support/accounts.ts';
import type { Client } from '../support/client.ts';
import { bind, close } from '../support/listen.ts';
import type { RunningServer } from '../support/server.ts';
import { mb, median, ms, report } from './report.ts';
import { createZoneText } from './zone.ts';

const KEYS = 'host-12345';
/** The reference's times on the machine where the budgets were set, in ms: the first rows after the data, and a key. */
const FIRST_ROWS = 37;
const KEY = 5.7;

/** The measurements of opening a list; times in ms from the first requested byte. */
interface Opened {
  /** When the script had the data, as text. */
  data: number;
  /** When the first data row was in the document. */
  rows: number;
  /** JavaScript heap after a collection, in bytes. */
  heap: number;
  /** CPU time of the main thread for each key typed into the search, in ms. */
  perKey: number;
}

/** Builds and serves the reference page with these records. */
async function serveReference(records: string) {
  const folder = mkdtempSync(join(tmpdir(), 'nasim-reference-'));
  const built = spawnSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', 'tests/bench/reference', '--outDir', folder], {
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (built.status !== 0) throw new Error(`the reference page was not built: ${built.stderr}`);
  const files = sirv(folder);
  const server = http.createServer((request, response) => {
    if (request.url === '/records.json') response.setHeader('content-type', 'application/json').end(records);
    else files(request, response);
  });
  return {
    url: `http://127.0.0.1:${await bind(server)}`,
    async [Symbol.asyncDispose]() {
      await close(server);
      rmSync(folder, { recursive: true });
    },
  };
}

export const metric = async (session: CDPSession, name: string): Promise<number> =>
  (await session.send('Performance.getMetrics')).metrics.find((entry) => entry.name === name)?.value ?? Number.NaN;

/** Opens a list in a new window and, with `type`, filters it. `data` is part of the URL of its records. */
async function openList(
  browser: Browser,
  where: { url: string; cookie: string; path: string; data: string },
  type: boolean,
): Promise<Opened> {
  const context = await browser.newContext({ baseURL: where.url, viewport: { width: 1440, height: 900 } });
  const [name = '', value = ''] = where.cookie.split('=');
  if (name) await context.addCookies([{ name, value, url: where.url, httpOnly: true }]);
  const page = await context.newPage();
  // Measured inside the page: polling from outside would take longer than the measurement.
  await page.addInitScript((part) => {
    const read = Response.prototype.text;
    Response.prototype.text = async function () {
      const text = await read.call(this);
      if (this.url.includes(part)) performance.mark('data');
      return text;
    };
    const observer = new MutationObserver(() => {
      if (!document.querySelector('tr[data-key]')) return;
      observer.disconnect();
      performance.mark('rows');
    });
    observer.observe(document, { subtree: true, childList: true });
  }, where.data);
  // With each window Chromium opens hidden pages for its address bar, which take as much of two cores as the test.
  await page.waitForTimeout(1500);
  await page.goto(where.path);
  await page.waitForFunction(() => performance.getEntriesByName('rows').length > 0);
  await settled(page);
  const times = await page.evaluate(() => {
    const at = (name: string) => performance.getEntriesByName(name)[0]?.startTime ?? 0;
    return { data: at('data'), rows: at('rows') };
  });
  const session = await context.newCDPSession(page);
  // Measures thread CPU time, not wall-clock time, to ignore other load on the machine.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await session.send('HeapProfiler.collectGarbage');
  const heap = await metric(session, 'JSHeapUsedSize');
  const perKey = type ? await typing(page, session) : Number.NaN;
  await context.close();
  return { ...times, heap, perKey };
}

async function typing(page: Page, session: CDPSession): Promise<number> {
  await page.getByRole('searchbox').first().focus();
  await page.waitForTimeout(500);
  const before = await metric(session, 'TaskDuration');
  await page.keyboard.type(KEYS, { delay: 150 });
  await page.waitForTimeout(300);
  return (((await metric(session, 'TaskDuration')) - before) * 1000) / KEYS.length;
}

/** Size of the parsed records alone, in bytes. */
async function heapOfData(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${url}/records.json`);
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  const size = async () => {
    await session.send('HeapProfiler.collectGarbage');
    return metric(session, 'JSHeapUsedSize');
  };
  const before = await size();
  await page.evaluate(async () => {
    (globalThis as { kept?: unknown }).kept = await (await fetch('/records.json')).json();
  });
  const after = await size();
  await context.close();
  return after - before;
}

/** Copies of a demo server, written directly into the store, because reading is measured. */
function addServers(dataDir: string, total: number): void {
  const store = new Sqlite(join(dataDir, 'nasim.sqlite'));
  try {
    const row = store.prepare('select * from server where id = ?').get(demo.serverId) as Record<string, unknown>; // a row of the store
    const columns = Object.keys(row);
    const insert = store.prepare(
      `insert into server (${columns.map((name) => `"${name}"`).join(',')}) values (${columns.map(() => '?').join(',')})`,
    );
    const { existing } = store.prepare('select count(*) as existing from server where "accountId" = ?').get(row.accountId) as {
      existing: number;
    }; // one row
    store.transaction(() => {
      for (let i = existing; i < total; i++) {
        const copy = { ...row, id: uuidv7(Date.now()), name: `host-${i}`, ipv4: `198.51.${i >> 8}.${i & 255}` } as Record<string, unknown>;
        insert.run(columns.map((name) => copy[name]));
      }
    })();
  } finally {
    store.close();
  }
}

/** 10,000 records and 1,000 servers. Our records and the reference run alternately, so that noise affects both. */
export async function benchList(browser: Browser, portal: RunningServer, client: Client, quick: boolean): Promise<void> {
  const big = await addDomain({ client }, 'big.example');
  await client.ok(zone.import, { domainId: big.id, usage: 'zone' }, { file: new File([createZoneText(9_990)], 'zone.txt') });
  await using reference = await serveReference(JSON.stringify(await client.ok(dns.list, { domainId: big.id })));
  const target = { url: portal.url, cookie: client.cookie, path: '/domains/big.example/dns', data: '/domain/dns/list' };
  const theirs = { url: reference.url, cookie: '', path: '/', data: '/records.json' };
  const [mine, other]: [Opened[], Opened[]] = [[], []];
  for (let i = 0; i < (quick ? 3 : 7); i++) {
    mine.push(await openList(browser, target, true));
    other.push(await openList(browser, theirs, true));
  }
  addServers(portal.dataDir, 1_000);
  const servers: Opened[] = [];
  const list = { ...target, path: '/servers', data: '/server/manage/list' };
  for (let i = 0; i < (quick ? 3 : 7); i++) servers.push(await openList(browser, list, true));
  const short = await openList(browser, { ...target, path: '/domains/parvaz.example/dns' }, false);
  const data = await heapOfData(browser, reference.url);

  const of = (all: readonly Opened[], value: (one: Opened) => number) => median(all.map(value));
  const rowsOf = (one: Opened) => Math.max(0, one.rows - one.data);
  const keyOf = (one: Opened) => one.perKey;
  /** How much slower the reference is here than where the budgets were set (docs/decisions/0019). */
  const slower = { rows: Math.max(1, of(other, rowsOf) / FIRST_ROWS), key: Math.max(1, of(other, keyOf) / KEY) };
  const lines = (list: string, opened: readonly Opened[]) => {
    const line = (what: string, budget: number, times: number, value: (one: Opened) => number) => {
      const [own, alone] = [of(opened, value), of(other, value)];
      const limit = budget * times;
      const goal = times === 1 ? `≤ ${ms(budget)}` : `≤ ${ms(limit)} (${ms(budget)} × ${times.toFixed(2)})`;
      report(`${list}: ${what}`, goal, ms(own), own <= limit, `TanStack Virtual alone, 10,000 records ${ms(alone)}`);
    };
    line('first rows after the data', 50, slower.rows, rowsOf);
    line('page usable', 480, slower.rows, (one) => Math.max(one.rows, one.data));
    line('main thread for each key of the filter', 7.5, slower.key, keyOf);
  };
  lines('10,000 records', mine);
  lines('1,000 servers', servers);
  const beyond = of(mine, ({ heap }) => heap) - short.heap - data;
  report(
    '10,000 records: heap beyond the data',
    '≤ 6 MB',
    mb(beyond),
    beyond <= 6 * 1024 * 1024,
    `the data ${mb(data)}; a list of twelve ${mb(short.heap)}`,
  );
}
