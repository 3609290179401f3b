import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Copies } from '../../src/edge/cache/copies.ts';
import { DiskTier } from '../../src/edge/cache/disk.ts';
import { CacheFiles } from '../../src/edge/cache/files.ts';
import { Purges } from '../../src/edge/cache/purges.ts';
import type { EdgeConfig } from '../../src/lib/rules/cdn/edge/config.ts';
import { configFromSource } from '../../src/lib/rules/cdn/edge/source.ts';
import { passLayers, startPassage } from '../../src/lib/rules/cdn/edge/trace.ts';
import { type EdgeRequest, layerNames } from '../../src/lib/rules/cdn/edge/types.ts';
import { policyFor } from '../support/edge.ts';
import { deny, limit, own, page, plain } from '../support/edgeSample.ts';
import { median, report } from './report.ts';

/** Every layer has something to decide, and lets the request pass. */
export const rules: Partial<EdgeConfig> = {
  firewall: { ...plain.firewall, rules: Array.from({ length: 200 }, (_, at) => deny('ip', `198.51.${at}.0/24`, at + 1)) },
  ddos: { ...plain.ddos, enabled: true, exceptions: ['127.0.0.0/8'] },
  rateLimits: [limit({ requestCount: 100_000_000 })],
  waf: {
    ...plain.waf,
    rules: Array.from({ length: 20 }, (_, at) =>
      own({ priority: at + 1, conditions: [{ field: 'path', operator: 'contains', value: `/none-${at}` }] }),
    ),
  },
  pageRules: Array.from({ length: 20 }, (_, at) => page(`/none-${at}/*`, { cspOverride: 'default-src *' }, { priority: at + 1 })),
};

export const browserHeaders = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en-US,en;q=0.9',
  referer: 'https://example.com/shop?page=2',
  cookie: 'session=8d1f0c6a5b; theme=dark; consent=all',
};
const headers = { host: 'example.com', ...browserHeaders };
const stored = { 'content-type': 'text/plain', 'cache-control': 'public, max-age=3600' };

/** Median of seven rounds, in microseconds. */
const perCall = (work: () => unknown, calls: number): number => {
  for (let i = 0; i < calls; i++) work();
  const rounds = Array.from({ length: 7 }, () => {
    const start = performance.now();
    for (let i = 0; i < calls; i++) work();
    return ((performance.now() - start) * 1000) / calls;
  });
  return median(rounds);
};

/** What a browser’s request for a stored page costs in each layer with all rules: in this process, without sockets. */
export async function benchLayers(quick: boolean): Promise<void> {
  const calls = quick ? 5_000 : 20_000;
  const reportTime = (what: string, time: number) => report(`edge, ${what}`, '', `${time.toFixed(1)} µs`);
  const request: EdgeRequest = {
    url: 'https://example.com/shop/shoes?color=blue&size=42',
    headers,
    ip: '127.0.0.1',
    tlsVersion: '1.3',
    now: Date.now(),
    seen: { copy: { age: 5, response: { status: 200, headers: {} } } },
    answer: { status: 200, headers: stored },
  };
  const config = configFromSource(policyFor(1, rules).config, 'deployed');
  const start = () => startPassage(config, request);
  let passage = start();
  if (!passage) throw new Error('the request was not read');
  let all = perCall(start, calls);
  reportTime('reading a request', all);
  for (const name of layerNames) {
    const before = passage;
    const time = perCall(() => passLayers(before, [name]), calls);
    all += time;
    reportTime(`layer ${name}`, time);
    const passed = passLayers(before, [name]);
    if (passed.end && passed.end.outcome !== 'served') throw new Error(`${name} ended the request: ${passed.end.outcome}`);
    passage = passed.passage;
  }
  reportTime('all layers', all);
  const folder = mkdtempSync(join(tmpdir(), 'nasim-bench-copies-'));
  const copies = new Copies(1_048_576, new DiskTier(folder, new CacheFiles(folder, 1_048_576)));
  const key = { base: 'key', headers };
  const place = { url: request.url, host: 'example.com', path: '/shop/shoes', query: 'color=blue&size=42', tags: [] };
  copies.put(key, { ...place, requestedAt: Date.now(), status: 200, headers: stored, body: Buffer.from('stored') });
  const purges = new Purges([]);
  const rounds: number[] = [];
  for (let round = 0; round < 8; round++) {
    const from = performance.now();
    for (let i = 0; i < calls; i++) if (!(await copies.get(key, purges))) throw new Error('the copy was not found');
    rounds.push(((performance.now() - from) * 1000) / calls);
  }
  reportTime('look-up of a stored copy', median(rounds.slice(1)));
  rmSync(folder, { recursive: true, force: true });
}
