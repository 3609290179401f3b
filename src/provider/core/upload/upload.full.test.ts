import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { zipSync } from 'fflate';
import { expect, test, vi } from 'vitest';
import { runJobs } from '../../../../tests/support/jobs.ts';
import { filesIn, png, started } from '../../../../tests/support/uploadCases.ts';
import { uploadLimits } from '../../../lib/rules/core/upload.ts';
import { DAY } from '../../../lib/time.ts';
import { coreJobs } from '../../jobs/coreJobs.ts';

// Otherwise memory that is free already would count until the engine collects it.
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void; // what the flag adds

test('a zip bomb is stored as uploaded and never unpacked', async () => {
  const { p, sent, reply, get } = await started();
  // 64 MB of zeros in about 64 KB.
  const bomb = Buffer.from(zipSync({ 'zeros.bin': new Uint8Array(64 * 1024 * 1024) }));
  expect(bomb.length).toBeLessThan(200_000);
  const id = await sent(bomb, 'bomb.zip');
  await reply([id]);
  const [stored = ''] = await filesIn(p);
  expect((await stat(join(p.env.DATA_DIR, 'uploads', stored))).size).toBe(bomb.length);
  expect((await get(id)).headers.get('content-disposition')).toMatch(/^attachment;/);
});

const svg = '<svg onload="alert(1)"/>';
test.each<[string, BlobPart, string, string]>([
  ['a GIF that is a script', 'GIF89a/*\u0001*/=1;alert(document.cookie)//', 'a.gif', 'image/gif'],
  ['a PNG that contains HTML', Buffer.concat([png, Buffer.from('<html><script>alert(1)</script>')]), 'a.png', 'image/png'],
  ['a PDF that is a zip file', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from('504b0304', 'hex')]), 'a.pdf', 'application/pdf'],
  ['a JPEG that is called HTML', Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.from(svg)]), 'a.html', 'image/jpeg'],
])('%s is a polyglot, and served as nothing but a download of its first type', async (_name, content, name, type) => {
  const { sent, reply, get } = await started();
  const id = await sent(content, name);
  await reply([id]);
  const { headers } = await get(id);
  expect(headers.get('content-type')).toBe(type);
  expect(headers.get('content-disposition')).toMatch(/^attachment;/);
  expect(headers.get('content-disposition')).not.toContain('.html"');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toContain('sandbox');
});

test('30 MB are accepted and one byte more isn’t; neither is kept in memory', async () => {
  const { p, send } = await started();
  const body = (size: number) => [new Uint8Array(png), Buffer.alloc(size - png.length, 7)];
  expect((await send(body(uploadLimits.bytes), 'a.png')).status).toBe(200);
  const { status, body: error } = await send(body(uploadLimits.bytes + 1), 'b.png');
  expect([status, error.code]).toEqual([413, 'error:fileTooLarge']);
  expect(await filesIn(p)).toHaveLength(1);
});

test('an endless upload ends at the limit, and memory use stays constant', async () => {
  const { p, token } = await started();
  const chunk = Buffer.alloc(65_536, 97);
  let sentBytes = 0;
  let most = 0;
  const countStored = () => {
    collectGarbage();
    const { arrayBuffers, heapUsed } = process.memoryUsage();
    return arrayBuffers + heapUsed;
  };
  const base = countStored();
  const raw = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n')),
    pull(controller) {
      sentBytes += chunk.length;
      if (sentBytes % (6 * 1024 * 1024) === 0) most = Math.max(most, countStored() - base);
      controller.enqueue(new Uint8Array(chunk));
    },
  });
  const { status } = await p.request('POST', '/upload/file', {
    token,
    raw,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  });
  expect(status).toBe(413);
  expect(sentBytes).toBeLessThan(uploadLimits.bytes + 1024 * 1024);
  // Half of the file would already exceed this.
  expect(most).toBeLessThan(uploadLimits.bytes / 2);
  expect(await filesIn(p)).toEqual([]);
});

test('unsent files and files without a row are deleted after a day', async () => {
  const { p, sent, reply } = await started();
  await reply([await sent('sent')]);
  await sent('forgotten');
  await sent('lost', 'a.txt', { draft: 'd2' });
  await p.store.write('t', (tx) => tx.deleteFrom('storedFile').where('draft', '=', 'd2').execute());
  const sweep = () => runJobs(p, coreJobs.sweepUploads);
  p.clock.now += DAY / 2;
  await sweep();
  expect(await filesIn(p)).toHaveLength(3);
  p.clock.now += DAY;
  await sweep();
  const [left = '', ...more] = await filesIn(p);
  expect(more).toEqual([]);
  expect(await readFile(join(p.env.DATA_DIR, 'uploads', left), 'utf8')).toBe('sent');
});

test('a customer has three uploads in progress and eight that wait; the next is refused with a time to retry', async () => {
  const { p, token } = await started();
  const bodies: ReadableStreamDefaultController<Uint8Array>[] = [];
  const begin = (by: string) => {
    const raw = new ReadableStream<Uint8Array>({
      start(controller) {
        bodies.push(controller);
      },
    });
    return p.request('POST', '/upload/file', { raw, token: by, headers: { 'content-type': 'multipart/form-data; boundary=x' } });
  };
  const pending = Array.from({ length: 11 }, () => begin(token));
  await vi.waitUntil(() => p.provider.services.uploads.counts().waiting === 8);
  const refused = await begin(token);
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([503, 'error:busy', '5']);
  for (const body of bodies) body.close();
  expect((await Promise.all(pending)).map(({ status }) => status)).toEqual(Array(11).fill(400));
});
