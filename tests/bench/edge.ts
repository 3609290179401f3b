import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import type { EdgeConfig } from '../../src/lib/rules/cdn/edge/config.ts';
import { get, policyFor, startControl, startEdgeProcess, until } from '../support/edge.ts';
import { plain } from '../support/edgeSample.ts';
import { bind } from '../support/listen.ts';
import { benchLayers, rules } from './edgeLayers.ts';
import { rss } from './load.ts';
import { startNginx } from './nginx.ts';
import { mb, ms, perSecond, report } from './report.ts';

const host = 'example.com.edge.localhost';
const CONNECTIONS = 50;
const DOMAINS = 1_000;

const uncached = { cache: { ...plain.cache, level: 'off' as const } };

export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(servers.map((server) => bind(server)));
  for (const server of servers) server.close();
  return ports;
}

/** An origin, and a proxy with and without `proxy_cache`, HTTP and HTTPS. */
async function startProxy(folder: string) {
  const [origin = 0, cached = 0, proxied = 0, secure = 0] = await freePorts(4);
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', '-subj', `/CN=${host}`];
  execFileSync('openssl', [...made, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  const proxy = 'proxy_pass http://origin; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $host;';
  const cache = 'proxy_cache kept; proxy_cache_valid 200 1h;';
  const text = `keepalive_requests 1000000000;
  proxy_cache_path ${folder}/cache keys_zone=kept:10m;
  upstream origin { server 127.0.0.1:${origin}; keepalive 64; keepalive_requests 1000000000; }
  server { listen 127.0.0.1:${origin}; default_type text/plain; add_header Cache-Control "public, max-age=3600"; location / { return 200 "${'x'.repeat(2_000)}"; } }
  server { listen 127.0.0.1:${cached}; location / { ${proxy} ${cache} } }
  server { listen 127.0.0.1:${proxied}; location / { ${proxy} } }
  server { listen 127.0.0.1:${secure} ssl; ssl_certificate ${certificate}; ssl_certificate_key ${key}; location / { ${proxy} ${cache} } }`;
  const at = (port: number) => `http://127.0.0.1:${port}/`;
  const nginx = await startNginx(folder, text, at(origin));
  return nginx && { stop: nginx.stop, origin, cached: at(cached), proxied: at(proxied), secure: `https://127.0.0.1:${secure}/` };
}

async function measure(url: string, seconds: number, overallRate?: number) {
  const options = { url, connections: CONNECTIONS, duration: seconds, headers: { host }, servername: host };
  const { requests, latency, errors, non2xx } = await autocannon({ ...options, ...(overallRate && { overallRate }) });
  if (errors + non2xx > 0) throw new Error(`${url}: ${errors} errors, ${non2xx} other answers`);
  return { rate: requests.average, p99: latency.p99 };
}

/** The edge beside nginx in the same run. `NGINX_PROGRAM` names the program; without it, only the layers are measured. */
export async function benchEdge(quick: boolean): Promise<void> {
  await benchLayers(quick);
  const folder = mkdtempSync(join(tmpdir(), 'nasim-bench-edge-'));
  const seconds = quick ? 3 : 10;
  const nginx = await startProxy(folder);
  if (!nginx) return report('edge beside nginx', '', 'not measured: install nginx, or name it in NGINX_PROGRAM');
  const control = await startControl({ keepsLines: false });
  const edge = await startEdgeProcess(control, join(folder, 'edge'));
  const { addresses } = edge;
  try {
    const push = async (config: Partial<EdgeConfig>) => {
      const policy = policyFor(nginx.origin, config);
      control.push(policy);
      await until(() => control.reports.at(-1)?.versions.d1 === policy.version);
      const expected = config.cache?.level === 'off' ? 'BYPASS' : 'HIT';
      await get(addresses.http, '/');
      const { status, headers } = await get(addresses.http, '/');
      if (status !== 200 || headers['x-cache'] !== expected) throw new Error(`not ${expected}: ${status} ${headers['x-cache']}`);
    };
    for (const [what, theirs, config, url] of [
      ['cached, HTTP', nginx.cached, {}, addresses.http],
      ['cached, HTTPS', nginx.secure, {}, addresses.https],
      ['proxied, HTTP', nginx.proxied, uncached, addresses.http],
    ] as const) {
      const reference = await measure(theirs, seconds);
      const halfTheirs = await measure(theirs, seconds, Math.round(reference.rate / 2));
      for (const [name, more] of [
        ['plain', {}],
        ['all rules', rules],
      ] as const) {
        await push({ ...config, ...more });
        // Until the code is compiled.
        await measure(`${url}/`, 3);
        const { rate } = await measure(`${url}/`, seconds);
        const half = await measure(`${url}/`, seconds, Math.round(rate / 2));
        const isGoal = what.startsWith('cached') && name === 'all rules';
        const ratio = rate / reference.rate;
        const hits = `${perSecond(rate)}, ${ratio.toFixed(2)} × nginx`;
        report(
          `edge, ${what}, ${name}`,
          isGoal ? '≥ 0.50 × nginx' : '',
          hits,
          isGoal ? ratio >= 0.5 : undefined,
          perSecond(reference.rate),
        );
        const isFast = half.p99 <= 3 * Math.max(1, halfTheirs.p99);
        report(
          `edge, ${what}, ${name}: p99 at half load`,
          isGoal ? '≤ 3 × nginx' : '',
          ms(half.p99),
          isGoal ? isFast : undefined,
          ms(halfTheirs.p99),
        );
      }
    }
    const before = rss(edge.pid);
    const policies = Array.from({ length: DOMAINS }, (_, at) => policyFor(nginx.origin, rules, { id: `m${at}`, name: `m${at}.example` }));
    control.push(...policies);
    await until(() => control.reports.at(-1)?.versions[`m${DOMAINS - 1}`] !== undefined, 60_000);
    report('edge, memory of 1,000 domains with all rules', '', mb(rss(edge.pid) - before));
  } finally {
    await edge.end('SIGTERM');
    await nginx.stop();
    await control.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
