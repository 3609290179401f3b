import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { cached, page } from '../../../tests/support/edgeSample.ts';
import { sharedEdge } from '../../../tests/support/sharedEdge.ts';
import type { EdgeConfig } from '../../lib/rules/cdn/edge/config.ts';

const css = '/* a comment */\nbody {\n  color : red ;\n}\n';
const js = '// a comment\nfunction sum ( first , second ) {\n  return first + second ;\n}\n';
const html = '<!doctype html>\n<p>  some   text <!-- a long comment here -->\n\n</p><pre>  kept  </pre>\n';
const types = { css: 'text/css', js: 'text/javascript', png: 'image/png', jpg: 'image/jpeg', html: 'text/html' } as const;
let png: Buffer;
let jpg: Buffer;
const { get, push } = sharedEdge((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://origin');
  const end = pathname.split('.').at(-1) as keyof typeof types; // as the tests ask
  response.setHeader('content-type', types[end]).setHeader('etag', '"e"');
  if (pathname.includes('fixed')) response.setHeader('cache-control', 'no-transform');
  if (pathname.includes('latin')) response.setHeader('content-type', 'text/html; charset=iso-8859-1');
  if (pathname.includes('broken.html')) return void response.end(Buffer.from([60, 112, 62, 255, 32, 32]));
  if (pathname.includes('broken')) return void response.end(end === 'js' ? 'function ( {' : 'no image');
  response.end({ css, js, png, jpg, html }[end]);
});
beforeAll(async () => {
  const width = 800;
  const pixels = Buffer.from(
    Array.from({ length: width * 100 * 3 }, (_, place) => (((place * 2_654_435_761) >>> 24) % 64) + (place % width) / 8),
  );
  const image = sharp(pixels, { raw: { width, height: 100, channels: 3 } });
  png = await image.clone().png().toBuffer();
  jpg = await image.clone().jpeg({ quality: 95 }).toBuffer();
});

let purges = 0;
async function serve(optimization: Partial<EdgeConfig['optimization']>, more: Partial<EdgeConfig> = {}): Promise<void> {
  const off = { minify: { html: false, css: false, js: false }, webp: false, imageResize: false, imageQuality: 75 };
  const purge = { id: `p${purges++}`, scope: 'all', items: [], at: Date.now() } as const;
  await push({ ...cached({}), optimization: { ...off, ...optimization }, ...more }, { purges: [purge] });
  // Copies from the same millisecond are purged too.
  await new Promise((done) => setTimeout(done, 3));
}
/** The first response is stored as the origin sent it; this is what a copy of it is. */
async function hit(path: string, headers: Record<string, string> = {}) {
  await get(path, { headers });
  const answer = await get(path, { headers });
  expect(answer.headers['x-cache']).toBe('HIT');
  return answer;
}
const accept = { accept: 'image/avif,image/webp,*/*' };

test('copies of style sheets and scripts lose comments and whitespace, and keep their names', async () => {
  await serve({ minify: { html: false, css: true, js: true } });
  expect(await hit('/a.css')).toMatchObject({ body: 'body{color:red}\n', headers: { etag: 'W/"e"', 'content-type': 'text/css' } });
  expect((await hit('/a.js')).body).toBe('function sum(first,second){return first+second}\n');
  expect((await get('/a.css', { headers: { range: 'bytes=0-3' } })).body).toBe('body');
});

test.each([
  ['can’t be parsed', '/broken.js', 'function ( {'],
  ['must not be transformed', '/fixed.css', css],
  ['has another encoding', '/latin.html', html],
  ['isn’t UTF-8', '/broken.html', '<p>\ufffd  '],
])('what %s is served as it is', async (_, path, body) => {
  await serve({ minify: { html: true, css: true, js: true } });
  expect(await hit(path)).toMatchObject({ body, headers: { etag: '"e"' } });
});

test('copies of pages lose comments and repeated whitespace, and the first response is the original', async () => {
  await serve({ minify: { html: true, css: false, js: false } });
  expect((await get('/a.html')).body).toBe(html);
  const { body, headers } = await hit('/a.html');
  expect(body).toBe('<!doctype html>\n<p> some text \n</p><pre>  kept  </pre>\n');
  expect(headers).toMatchObject({ etag: 'W/"e"', 'content-type': 'text/html' });
});

test('nothing is changed while the settings are off', async () => {
  await serve({});
  expect((await hit('/a.css')).body).toBe(css);
  const image = await hit('/a.png', accept);
  expect(image.bytes.equals(png)).toBe(true);
  expect(image.headers.vary).toBeUndefined();
});

test.each(['/a.png', '/a.jpg'])('%s is WebP for those who accept it, and its original for others', async (path) => {
  await serve({ webp: true });
  const original = path.endsWith('png') ? png : jpg;
  const webp = await hit(path, accept);
  expect(webp.headers).toMatchObject({ 'content-type': 'image/webp', vary: 'accept', 'content-length': String(webp.bytes.length) });
  expect((await sharp(webp.bytes).metadata()).format).toBe('webp');
  expect(webp.bytes.length).toBeLessThan(original.length);
  const other = await get(path, { headers: { accept: 'image/png' } });
  expect(other).toMatchObject({ headers: { 'content-type': types[path.slice(3) as 'png'], vary: 'accept' } });
  expect(other.bytes.equals(original)).toBe(true);
});

test('an image is never wider than the device needs, and the quality is that of the rule', async () => {
  await serve({ imageResize: true, webp: true }, { pageRules: [page('/low*', { imageQuality: 10 })] });
  const wide = await hit('/a.jpg', accept);
  const small = await hit('/a.jpg', { ...accept, 'sec-ch-viewport-width': '200', 'sec-ch-dpr': '1.5' });
  expect([(await sharp(wide.bytes).metadata()).width, (await sharp(small.bytes).metadata()).width]).toEqual([800, 320]);
  expect(small.headers.vary).toBe('accept, sec-ch-width, sec-ch-viewport-width, sec-ch-dpr');
  const same = await hit('/a.jpg', { 'sec-ch-width': '640' });
  expect(await sharp(same.bytes).metadata()).toMatchObject({ width: 640, format: 'jpeg' });
  expect((await hit('/low.jpg', accept)).bytes.length).toBeLessThan(wide.bytes.length);
});

test('what is no image is served as it is', async () => {
  await serve({ webp: true });
  expect(await hit('/broken.png', accept)).toMatchObject({ body: 'no image', headers: { 'content-type': 'image/png' } });
});
