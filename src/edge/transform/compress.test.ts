import { tmpdir } from 'node:os';
import { join } from 'node:path';
import zlib from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { cached } from '../../../tests/support/edgeSample.ts';
import { sharedEdge } from '../../../tests/support/sharedEdge.ts';
import { Copies } from '../cache/copies.ts';
import { DiskTier } from '../cache/disk.ts';
import { CacheFiles } from '../cache/files.ts';
import { Purges } from '../cache/purges.ts';

const text = 'Compression makes repeated words cheap. '.repeat(500);
const decoders = { gzip: zlib.gunzipSync, br: zlib.brotliDecompressSync, zstd: zlib.zstdDecompressSync };

const {
  get,
  lines: loggedEntries,
  push,
} = sharedEdge((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://origin');
  response.setHeader(
    'content-type',
    pathname.includes('image') ? 'image/png' : pathname.includes('events') ? 'text/event-stream' : 'text/html',
  );
  if (pathname.includes('fixed')) response.setHeader('cache-control', 'no-transform');
  if (pathname.includes('own')) response.setHeader('content-encoding', 'gzip');
  if (pathname.includes('private')) response.setHeader('set-cookie', 'a=1');
  response.setHeader('etag', '"e"').setHeader('vary', 'accept-language');
  if (pathname.includes('own')) return void response.end(zlib.gzipSync(text));
  response.end(pathname.includes('small') ? 'small' : text);
});
beforeAll(() => push(cached({ level: 'withQuery' })));
const requestCompressed = (path: string, accept: string, more: Record<string, string> = {}) =>
  get(path, { headers: { 'accept-encoding': accept, ...more } });

test.each([
  ['gzip', 'gzip'],
  ['br;q=0.5, gzip', 'br'],
  ['gzip, deflate, br, zstd', 'zstd'],
  ['zstd;q=0, br;q=0, *', 'gzip'],
] as const)('with “%s”, the first response and the copy are %s', async (accept, encoding) => {
  const path = `/page-${encoding}-${accept.length}`;
  for (const state of ['MISS', 'HIT']) {
    const { headers, bytes } = await requestCompressed(path, accept);
    expect(headers).toMatchObject({
      'x-cache': state,
      'content-encoding': encoding,
      vary: 'accept-language, accept-encoding',
      etag: 'W/"e"',
    });
    expect(bytes.length).toBeLessThan(text.length / 5);
    expect(decoders[encoding](bytes).toString()).toBe(text);
  }
});

test('what isn’t stored is compressed on the way, and its log line has the bytes that were sent', async () => {
  const { headers, bytes } = await requestCompressed('/private', 'gzip');
  expect(headers['content-encoding']).toBe('gzip');
  expect(zlib.gunzipSync(bytes).toString()).toBe(text);
  await expect.poll(() => loggedEntries().find(({ path }) => path === '/private')?.bytes, { timeout: 10_000 }).toBe(bytes.length);
});

test.each([
  ['/page', 'identity', 'the visitor doesn’t accept it'],
  ['/image', 'br', 'the type isn’t text'],
  ['/events', 'br', 'events are sent one by one'],
  ['/fixed', 'br', 'the origin forbids it'],
  ['/small', 'br', 'it is small'],
])('%s for “%s” is sent as it is: %s', async (path, accept) => {
  for (let i = 0; i < 2; i++) {
    const { headers, body } = await requestCompressed(path, accept);
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers.etag).toBe('"e"');
    expect(body).toBe(path === '/small' ? 'small' : text);
  }
});

test('an encoding of the origin stays, a range is of the plain bytes, and a weak tag is still known', async () => {
  const own = await requestCompressed('/own-private', 'gzip');
  expect(zlib.gunzipSync(own.bytes).toString()).toBe(text);
  await requestCompressed('/range', 'br');
  const part = await requestCompressed('/range', 'br', { range: 'bytes=0-10' });
  expect(part).toMatchObject({ status: 206, body: 'Compression' });
  expect(part.headers['content-encoding']).toBeUndefined();
  expect((await requestCompressed('/range', 'br', { 'if-none-match': 'W/"e"' })).status).toBe(304);
});

test('what is made from a copy is made once, and counts in the limit of the memory', async () => {
  const folder = join(tmpdir(), 'never-written');
  const copies = new Copies(100_000, new DiskTier(folder, new CacheFiles(folder, 0)));
  const place = {
    url: 'https://example.com/',
    host: 'example.com',
    path: '/',
    query: '',
    tags: [],
    requestedAt: 1,
  };
  const key = { base: 'k', headers: {} };
  copies.put(key, { ...place, status: 200, headers: {}, body: Buffer.alloc(40_000) });
  const copy = (await copies.get(key, new Purges([]))) ?? expect.fail();
  let made = 0;
  const form = (name: string, bytes: number) =>
    copies.form(copy, name, async () => {
      made++;
      return Buffer.alloc(bytes);
    });
  await Promise.all([form('br', 20_000), form('br', 20_000)]);
  await form('br', 20_000);
  expect(made).toBe(1);
  // The least recently used one makes room.
  await form('gzip', 50_000);
  await form('zstd', 45_000);
  await form('br', 20_000);
  expect(made).toBe(4);
});
