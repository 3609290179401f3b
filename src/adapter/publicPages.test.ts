import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtInBrand } from '../config/brand.ts';
import { brandValues } from '../config/brandValues.ts';
import { BUILT_ORIGIN } from '../lib/rules/core/builtOrigin.ts';
import { PublicPages } from './publicPages.ts';

const ORIGIN = 'https://panel.example.net';
const values = brandValues(builtInBrand, []);
const page = `<link rel="canonical" href="${BUILT_ORIGIN}/fa/docs"><p>{nasim:name.fa}</p>${'<p>A paragraph of the page, as there are many.</p>'.repeat(200)}`;
const folder = mkdtempSync(join(tmpdir(), 'pages-'));
mkdirSync(join(folder, 'fa/docs'), { recursive: true });
writeFileSync(join(folder, 'fa/docs/index.html'), page);
writeFileSync(join(folder, 'fa/docs/intro.md'), `<${BUILT_ORIGIN}/fa/docs/intro>`);
writeFileSync(join(folder, '404.html'), 'not found');
writeFileSync(join(folder, 'index.html'), 'home');
const pages = new PublicPages(folder, ORIGIN, async () => values);

const server = createServer((incoming, response) => void pages.send(pages.find(incoming.url ?? '') ?? '', incoming, response));
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

interface Answer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: Buffer;
}
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<Answer>((resolve, reject) => {
    const { port } = server.address() as AddressInfo; // it listens on a port
    request({ port, path, headers, method }, async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part);
      resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) });
    })
      .on('error', reject)
      .end();
  });

test.each([
  ['/', 'index.html'],
  ['/fa/docs', 'fa/docs/index.html'],
  ['/fa/docs/', 'fa/docs/index.html'],
  ['/fa/docs/index.html', 'fa/docs/index.html'],
  ['/fa/docs/intro.md', 'fa/docs/intro.md'],
  ['/404', '404.html'],
  ['/fa', null],
  ['/fa/docs/intro', null],
  ['/..%2findex.html', null],
])('the file of %s is %s', (path, file) => {
  expect(pages.find(path)).toBe(file);
});

test('a page has the addresses of the installation, compressed as the client accepts', async () => {
  const text = page.replace(BUILT_ORIGIN, ORIGIN).replace('{nasim:name.fa}', builtInBrand.name.fa);
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body };
  for (const [accept, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.000, identity', 'identity'],
    ['', 'identity'],
  ] as const) {
    const { headers, body } = await get('/fa/docs', { 'accept-encoding': accept });
    expect(headers['content-encoding'] ?? 'identity').toBe(encoding);
    expect(unpack[encoding](body).toString()).toBe(text);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      vary: 'Accept-Encoding',
      'content-length': String(body.length),
    });
  }
  expect((await get('/fa/docs/intro.md')).body.toString()).toBe(`<${ORIGIN}/fa/docs/intro>`);
});

test('a client that has the page gets no body, and neither does HEAD', async () => {
  const { headers } = await get('/fa/docs');
  const again = await get('/fa/docs', { 'if-none-match': headers.etag ?? '', 'accept-encoding': 'br' });
  expect(again).toMatchObject({ status: 304, body: Buffer.alloc(0) });
  expect(await get('/fa/docs', {}, 'HEAD')).toMatchObject({ status: 200, headers: { etag: headers.etag }, body: Buffer.alloc(0) });
});

test('the first response is sent at once, and a smaller copy replaces it', async () => {
  const fresh = new PublicPages(folder, ORIGIN, async () => values);
  const one = createServer((incoming, response) => void fresh.send('fa/docs/index.html', incoming, response));
  await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
  const { port } = one.address() as AddressInfo; // as above
  const size = () =>
    new Promise<number>((resolve) => {
      request({ port, path: '/', headers: { 'accept-encoding': 'br' } }, (response) => {
        response.resume();
        resolve(Number(response.headers['content-length']));
      }).end();
    });
  const first = await size();
  await expect.poll(size, { timeout: 10_000 }).toBeLessThan(first);
  one.close();
});

test('a change of the values applies to the next response, also of a page that was compressed', async () => {
  let current = values;
  const changing = new PublicPages(folder, ORIGIN, async () => current);
  const one = createServer((incoming, response) => void changing.send('fa/docs/index.html', incoming, response));
  await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
  const { port } = one.address() as AddressInfo; // as above
  const read = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/`);
    return { etag: response.headers.get('etag'), text: await response.text() };
  };
  const before = await read();
  current = brandValues({ ...builtInBrand, name: { ...builtInBrand.name, fa: 'اکمی' } }, []);
  const after = await read();
  expect([before.text.includes(builtInBrand.name.fa), after.text.includes('اکمی')]).toEqual([true, true]);
  expect(after.etag).not.toBe(before.etag);
  one.close();
});
