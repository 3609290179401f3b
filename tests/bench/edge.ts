import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import type { EdgeConfig } from '../../src/lib/rules/cdn/edge/config.ts';
import { get, policyFor, startControl, startEdgeProcess, until } from '../support/edge.ts';
import { plain } from '../support/edgeSample.ts';
import { benchLayers, browserHeaders, rules } from './edgeLayers.ts';
import { childrenOf, generate, hasGenerators, pinServer, type Throughput } from './generator.ts';
import { rss } from './load.ts';
import { startModSecurity } from './modsecurity.ts';
import { startNginx } from './nginx.ts';
import { freePorts } from './ports.ts';
import { mb, ms, perSecond, report } from './report.ts';

const host = 'example.com.edge.localhost';
const CONNECTIONS = 50;
const DOMAINS = 1_000;
const BODY_BYTES = 2_000;

const uncached = { cache: { ...plain.cache, level: 'off' as const } };
/** What a domain has that sets nothing. */
const bare = { waf: { ...plain.waf, mode: 'off' as const } };
const inspecting = { waf: plain.waf };

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
  server { listen 127.0.0.1:${origin}; default_type text/plain; add_header Cache-Control "public, max-age=3600"; location / { return 200 "${'x'.repeat(BODY_BYTES)}"; } }
  server { listen 127.0.0.1:${cached}; location / { ${proxy} ${cache} } }
  server { listen 127.0.0.1:${proxied}; location / { ${proxy} } }
  server { listen 127.0.0.1:${secure} ssl; ssl_certificate ${certificate}; ssl_certificate_key ${key}; location / { ${proxy} ${cache} } }`;
  const at = (port: number) => `http://127.0.0.1:${port}/`;
  const nginx = await startNginx(folder, text, at(origin));
  if (!nginx) return null;
  // The loader of its cache ends by itself.
  const pids = childrenOf(nginx.pid).filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('worker'));
  pids.forEach(pinServer);
  return { stop: nginx.stop, pids, origin, cached: at(cached), proxied: at(proxied), secure: `https://127.0.0.1:${secure}/` };
}

/** `node:http` with the bytes and headers of a hit: what the edge can't be faster than. */
async function measureBare(seconds: number): Promise<Throughput> {
  const headers = {
    'content-type': 'text/plain',
    'cache-control': 'public, max-age=3600',
    'content-length': BODY_BYTES,
    'x-request-id': '00000000-0000-4000-8000-000000000000',
    'x-cache': 'HIT',
    age: '10',
    'accept-ranges': 'bytes',
  };
  const program = `const body = Buffer.alloc(${BODY_BYTES}, 'x'); require('node:http').createServer((_, response) => response.writeHead(200, ${JSON.stringify(headers)}).end(body)).listen(0, '127.0.0.1', function () { process.send(this.address().port); });`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [port] = (await once(child, 'message')) as [number]; // as the program sends it
  pinServer(child.pid ?? 0);
  try {
    return await generate(`http://127.0.0.1:${port}/`, host, [child.pid ?? 0], seconds);
  } finally {
    child.kill();
    await once(child, 'exit');
  }
}

/** The 99th percentile of the latency at a rate, in milliseconds. */
async function latency(url: string, seconds: number, overallRate: number): Promise<number> {
  const options = { url, connections: CONNECTIONS, duration: seconds, headers: { host }, servername: host };
  const { latency: times, errors, non2xx } = await autocannon({ ...options, overallRate });
  if (errors + non2xx > 0) throw new Error(`${url}: ${errors} errors, ${non2xx} other answers`);
  return times.p99;
}

interface Case {
  what: string;
  theirs: string;
  secure: boolean;
  config: Partial<EdgeConfig>;
  /** The least share of nginx's throughput. */
  goal: number;
  /** The most CPU time per request, as a multiple of bare `node:http`. */
  cpuGoal?: number;
}

/** Parameters that the WAF inspects. */
const query = '?color=blue&size=42';

/**
 * What the WAF costs a browser's request for a stored page, beside ModSecurity with the Core Rule Set in Apache: CPU time with the
 * inspection less that without it.
 * @param measure requests the page of the edge with a configuration
 */
async function benchInspection(measure: (config: Partial<EdgeConfig>) => Promise<Throughput>, seconds: number): Promise<void> {
  const what = 'edge, WAF on: CPU of the inspection';
  const folder = mkdtempSync(join(tmpdir(), 'nasim-bench-apache-'));
  const peer = await startModSecurity(folder, 'x'.repeat(BODY_BYTES));
  try {
    const own = (await measure(inspecting)).cpu - (await measure(bare)).cpu;
    if (typeof peer === 'string') return report(what, '', `${own.toFixed(1)} µs`, undefined, peer);
    peer.pids.forEach(pinServer);
    const request = (url: string) => generate(`${url}${query}`, host, peer.pids, seconds, { headers: browserHeaders });
    const theirs = (await request(peer.inspected)).cpu - (await request(peer.bare)).cpu;
    report(what, '≤ ModSecurity', `${own.toFixed(1)} µs`, own <= theirs, `${theirs.toFixed(1)} µs`);
  } finally {
    if (typeof peer !== 'string') await peer.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The edge beside nginx and bare `node:http` in the same run. `NGINX_PROGRAM` names nginx; without it, wrk and h2load only the layers are
 * measured.
 */
export async function benchEdge(quick: boolean): Promise<void> {
  await benchLayers(quick);
  const folder = mkdtempSync(join(tmpdir(), 'nasim-bench-edge-'));
  const seconds = quick ? 3 : 10;
  const nginx = hasGenerators() ? await startProxy(folder) : null;
  if (!nginx) return report('edge beside nginx', '', 'not measured: install nginx (or name it in NGINX_PROGRAM), wrk and nghttp2-client');
  const node = await measureBare(seconds);
  report('bare node:http', '', `${perSecond(node.rate)}, ${node.cpu.toFixed(1)} µs`);
  const control = await startControl({ keepsLines: false });
  const edge = await startEdgeProcess(control, join(folder, 'edge'), { EDGE_WORKERS: '1' });
  const { addresses } = edge;
  const push = async (config: Partial<EdgeConfig>) => {
    const policy = policyFor(nginx.origin, config);
    control.push(policy);
    await until(() => control.reports.at(-1)?.versions.d1 === policy.version);
    const expected = config.cache?.level === 'off' ? 'BYPASS' : 'HIT';
    await get(addresses.http, '/');
    const { status, headers } = await get(addresses.http, '/');
    if (status !== 200 || headers['x-cache'] !== expected) throw new Error(`not ${expected}: ${status} ${headers['x-cache']}`);
  };
  try {
    const pids = () => [edge.pid, ...childrenOf(edge.pid)];
    pids().forEach(pinServer);
    const cases: Case[] = [
      { what: 'cached, HTTP, no rules', theirs: nginx.cached, secure: false, config: bare, goal: 0.7, cpuGoal: 2.5 },
      { what: 'cached, HTTP, all rules', theirs: nginx.cached, secure: false, config: rules, goal: 0.5 },
      { what: 'cached, HTTPS, no rules', theirs: nginx.secure, secure: true, config: bare, goal: 0.7 },
      { what: 'cached, HTTPS, all rules', theirs: nginx.secure, secure: true, config: rules, goal: 0.5 },
      { what: 'proxied, HTTP, no rules', theirs: nginx.proxied, secure: false, config: { ...bare, ...uncached }, goal: 0.35 },
    ];
    for (const { what, theirs, secure, config, goal, cpuGoal } of cases) {
      const url = `${secure ? addresses.https : addresses.http}/`;
      await push(config);
      const reference = await generate(theirs, host, nginx.pids, seconds);
      const own = await generate(url, host, pids(), seconds);
      const ratio = own.rate / reference.rate;
      const summary = `${perSecond(own.rate)}, ${ratio.toFixed(2)} × nginx, ${own.cpu.toFixed(1)} µs`;
      const theirRate = `${perSecond(reference.rate)}, ${reference.cpu.toFixed(1)} µs`;
      report(`edge, ${what}`, `≥ ${goal} × nginx`, summary, ratio >= goal, theirRate);
      if (cpuGoal !== undefined) {
        const times = own.cpu / node.cpu;
        report(`edge, ${what}: CPU`, `≤ ${cpuGoal} × node:http`, `${times.toFixed(1)} ×`, times <= cpuGoal);
      }
      const [p99, theirP99] = [
        await latency(url, seconds, own.rate / 2),
        await latency(theirs, seconds, Math.min(reference.rate / 2, 15_000)),
      ];
      report(`edge, ${what}: p99 at half load`, '≤ 3 × nginx', ms(p99), p99 <= 3 * Math.max(1, theirP99), ms(theirP99));
    }
    await benchInspection(async (config) => {
      await push(config);
      return await generate(`${addresses.http}/${query}`, host, pids(), seconds, { headers: browserHeaders });
    }, seconds);
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
