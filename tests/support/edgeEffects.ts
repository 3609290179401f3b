import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import nodeHttps from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls, { type ConnectionOptions } from 'node:tls';
import sharp from 'sharp';
import { afterAll, beforeAll, expect } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import type { AnyCall } from '../../src/lib/contract/call.ts';
import * as groups from '../../src/lib/contract/cdn/index.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { startOrigin, startTestEdge, type TestEdge } from './edge.ts';
import { compareAll, controlledEdge } from './edgeControl.ts';
import { writeMmdb } from './mmdb.ts';
import { startProvider, type TestProvider } from './provider.ts';

/* A real edge in front of a real server, and what visits to it return (provider/cdn/edge/effects.full.test.ts). */
const { customPage, firewall, https, pageRule, rateLimit, waf } = groups;
export const { domainId } = demo;
export const host = 'parvaz.example';
const folder = mkdtempSync(join(tmpdir(), 'effects-'));

export let p: TestProvider;
let token: string;
export let edge: TestEdge;
export let origin: Awaited<ReturnType<typeof startOrigin>>;
export let other: Awaited<ReturnType<typeof startOrigin>>;
let sockets: WebSocketServer;
let isDown = false;
/** The server of this test closes each connection without an answer while `down`. */
export const setDown = (down: boolean): void => {
  isDown = down;
};
export let image: Buffer;

export const bodies: Record<string, [type: string, body: () => string | Buffer]> = {
  css: ['text/css', () => 'a {\n  color : red ;\n}\n'],
  js: ['text/javascript', () => 'let a = 1 ;\n// a comment\n'],
  html: ['text/html', () => '<p>  some   text <!-- the end of it --></p>\n'],
  png: ['image/png', () => image],
};
let requests = 0;
export function answer(request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://origin');
  if (isDown) return void response.destroy();
  const [type, body] = bodies[pathname.split('.').at(-1) ?? ''] ?? ['text/plain', () => `${++requests} ${request.headers.host}`];
  response.setHeader('content-type', type);
  response.setHeader('x-agent', request.headers['user-agent'] ?? 'none');
  const control = searchParams.get('control');
  if (control) response.setHeader('cache-control', control);
  if (pathname.startsWith('/policy')) response.setHeader('content-security-policy', "default-src 'none'");
  if (pathname.startsWith('/missing')) response.statusCode = 404;
  response.statusCode = Number(searchParams.get('status') ?? response.statusCode);
  if (searchParams.has('modified')) response.setHeader('last-modified', new Date(Date.now() - 86_400_000).toUTCString());
  setTimeout(() => response.end(body()), searchParams.has('slow') ? 2_500 : 0);
}

beforeAll(async () => {
  const pixels = Buffer.from(
    Array.from({ length: 1600 * 50 * 3 }, (_, place) => (((place * 2_654_435_761) >>> 24) % 64) + (place % 1600) / 8),
  );
  image = await sharp(pixels, { raw: { width: 1600, height: 50, channels: 3 } })
    .png()
    .toBuffer();
  const places = join(folder, 'places.mmdb');
  const place = (code: string, asn: number) => ({ country: { iso_code: code }, autonomous_system_number: asn });
  writeFileSync(places, writeMmdb({ '127.0.1.0/24': place('DE', 64_500), '127.0.2.0/24': place('IR', 64_501) }));
  origin = await startOrigin(answer);
  other = await startOrigin((_, response) => response.end('other'));
  sockets = new WebSocketServer({ server: origin.server });
  p = await startProvider({
    env: { EDGE_DRIVER: 'node', CHECK_ALLOW: '127.0.0.0/8' },
    onEnd: (stop) => afterAll(stop),
  });
  // The edge has the real time.
  p.clock.now = Date.now();
  token = await p.signIn();
  edge = await startTestEdge(undefined, { GEOIP_DB: places });
  await clear();
});
afterAll(async () => {
  sockets.close();
  await edge.stop();
  await origin.stop();
  await other.stop();
  rmSync(folder, { recursive: true });
});

export const call = async (which: AnyCall, input: object) =>
  (await p.ok(which, { domainId, ...input }, { token })) as Record<string, unknown>;

/** Removes the rules of the demo, and sends its requests to the server of this test. */
async function clear(): Promise<void> {
  for (const [list, items, remove, id] of [
    [firewall.list, 'rules', firewall.delete, 'ruleId'],
    [rateLimit.list, 'rules', rateLimit.delete, 'ruleId'],
    [pageRule.list, 'paths', pageRule.delete, 'pathId'],
    [waf.rules, 'rules', waf.deleteRule, 'ruleId'],
    [waf.exceptions, 'exceptions', waf.deleteException, 'exceptionId'],
    [customPage.list, 'pages', customPage.delete, 'pageId'],
  ] as const)
    for (const item of (await call(list, {}))[items] as { id: string }[]) await call(remove, { [id]: item.id }); // as the list returns them
  await call(https.update, { httpToHttps: false });
  await call(https.hsts, hsts({ enabled: false })).catch(() => {});
}
export const hsts = (more: object) => ({
  enabled: true,
  maxAge: { value: 1, unit: 'd' },
  includeSubdomains: false,
  preload: false,
  ...more,
});

/** Publishes what was saved and waits until the edge has it. */
async function publish(): Promise<void> {
  await compareAll(p);
  const policy = (await controlledEdge(p).pull()).domains.find(({ id }) => id === domainId);
  if (!policy) throw new Error('the domain has no policy');
  if (edge.sites.get(domainId)?.policy.version !== policy.version) await edge.push(policy);
}

export interface Visit {
  headers?: Record<string, string>;
  method?: string;
  body?: string;
  /** The visitor's address on this machine. */
  from?: string;
}
export interface Got {
  status: number;
  headers: http.IncomingHttpHeaders;
  bytes: Buffer;
}
export let paths = 0;
/** A path that nobody has visited. */
export const fresh = (path = '/') => path.replace(/^\/([^.?/]*)/, (_, name: string) => `/${name}${name && '-'}${++paths}`);
export const visit = (path: string, { headers, method = 'GET', body, from = '127.0.0.1' }: Visit = {}): Promise<Got> =>
  new Promise((done, fail) => {
    const options = { path, method, headers: { host, ...headers }, localAddress: from, agent: false };
    http
      .request(edge.addresses.http, options, async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk as Buffer);
        done({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) });
      })
      .on('error', fail)
      .end(body);
  });
export const status = async (path: string, more?: Visit) => (await visit(path, more)).status;
export const header = async (name: string, path: string, more?: Visit) => (await visit(path, more)).headers[name];
/** What the second of two visits gets, of a path that is new. */
export const second = async (path: string, more?: Visit) => {
  await visit(path, more);
  return visit(path, more);
};
export const cached = async (first: string, next = first) => {
  await visit(first);
  return header('x-cache', next);
};
export const statuses = async (count: number, path: string, more?: Visit) => {
  const all = [];
  for (let i = 0; i < count; i++) all.push(await status(path, more));
  return all;
};
/** The status, or the challenge that the visitor gets. */
export const page = async (path: string, more?: Visit) => {
  const got = await visit(path, more);
  if (got.status !== 403) return String(got.status);
  if (String(got.headers['set-cookie']).includes('edge_pass_cookie')) return 'cookie';
  const html = got.bytes.toString();
  return html.includes('edge-box') ? 'captcha' : html.includes('edge-form') ? 'js' : '403';
};
export const handshake = (options: ConnectionOptions): Promise<string> =>
  new Promise((done) => {
    const { port } = new URL(edge.addresses.https);
    const socket = tls.connect({ host: '127.0.0.1', port: Number(port), servername: host, rejectUnauthorized: false, ...options }, () => {
      done(`${socket.getProtocol()} ${socket.alpnProtocol || 'none'}`);
      socket.destroy();
    });
    socket.on('error', ({ code }: NodeJS.ErrnoException) => done(String(code)));
  });
/** A request over TLS. @returns its status or a header */
export const secure = (path: string, options: ConnectionOptions, what: string): Promise<string | undefined> =>
  new Promise((done, failed) => {
    const { port } = new URL(edge.addresses.https);
    const to = { host: '127.0.0.1', port, servername: host, rejectUnauthorized: false, agent: false, headers: { host } };
    nodeHttps
      .get({ ...to, path: fresh(path), ...options }, (response) => {
        response.resume();
        done(what === 'status' ? String(response.statusCode) : response.headers[what]?.toString());
      })
      .on('error', failed);
  });
export const socket = (): Promise<string> =>
  new Promise((done) => {
    const one = new WebSocket(edge.addresses.http.replace('http', 'ws') + fresh('/'), { headers: { host } });
    one.on('open', () => {
      one.terminate();
      done('open');
    });
    one.on('unexpected-response', (_, { statusCode }) => done(String(statusCode)));
    one.on('error', () => done('error'));
  });

/** A field, two inputs, and what a visitor gets with each. */
export interface Effect {
  field: string;
  inputs: readonly [object, object];
  visit: () => Promise<unknown>;
  answers: readonly [unknown, unknown];
}
export const effect = (field: string, inputs: Effect['inputs'], visit: Effect['visit'], answers: Effect['answers']): Effect => ({
  field,
  inputs,
  visit,
  answers,
});
export const flag = (field: string, visit: Effect['visit'], answers: Effect['answers']) =>
  effect(field, [{ [field]: false }, { [field]: true }], visit, answers);

export async function show(change: (input: object) => Promise<unknown>, { inputs, visit, answers }: Effect): Promise<void> {
  const got = [];
  for (const input of inputs) {
    await change(input);
    await publish();
    got.push(await visit());
  }
  expect(got).toEqual(answers);
  expect(answers[0]).not.toEqual(answers[1]);
}

export const TTL = { value: 1, unit: 'd' } as const;
export const length = async (path: string, headers = {}) => (await second(fresh(path), { headers })).bytes.length;
export const text = async (path: string) => (await second(fresh(path))).bytes.toString();
export const webp = { accept: 'image/avif,image/webp,*/*' };

/** An input with the port of the other server. */
export const elsewhere = (name: string, more: object = {}) =>
  Object.defineProperty({ ...more }, name, { enumerable: true, get: () => other.port }) as object;

/** Waits at the server for a failing answer. */
export async function down(): Promise<Got> {
  setDown(true);
  const got = await visit(fresh());
  setDown(false);
  return got;
}
export const shows = (what: string, { bytes }: Got) => bytes.toString().includes(what);
