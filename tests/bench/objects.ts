import { createHash } from 'node:crypto';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Pool } from 'undici';
import { FsStore } from '../../src/provider/drivers/objects/fs/store.ts';
import { presign } from '../../src/provider/drivers/objects/sigv4.ts';
import { bind } from '../support/listen.ts';
import { startDav } from './dav.ts';
import { median, ms, report } from './report.ts';

const MIB = 1024 ** 2;
const key = { accessKey: 'BENCHBENCHBENCH', secretKey: 'the secret key of the bench' };

/** The same work without S3: a PUT is streamed into a file, hashed (MD5, SHA-256) and synced to the disk; a GET streams the file. */
async function plainServer(folder: string) {
  const put = async (request: http.IncomingMessage, path: string) => {
    const hashes = [createHash('md5'), createHash('sha256')];
    const file = await open(path, 'w');
    try {
      for await (const chunk of request) {
        for (const hash of hashes) hash.update(chunk);
        await file.writeFile(chunk);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    return hashes.map((hash) => hash.digest('hex'));
  };
  const server = http.createServer((request, response) => {
    const path = join(folder, encodeURIComponent(request.url ?? ''));
    const work =
      request.method === 'PUT'
        ? put(request, path).then(([md5]) => void response.setHeader('etag', `"${md5}"`))
        : pipeline(createReadStream(path), response);
    void work.then(
      () => response.end(),
      () => response.writeHead(500).end(),
    );
  });
  return { url: `http://127.0.0.1:${await bind(server)}`, close: () => server.close() };
}

interface Target {
  url: string;
  /** Of the n-th object. */
  path(n: number): string;
}

/** Median milliseconds of a request to each target. They take turns, so that what else the machine does affects them alike. */
async function timed(targets: readonly Target[], count: number, method: 'PUT' | 'GET', body: Buffer): Promise<number[]> {
  const runs = targets.map((target) => ({ ...target, pool: new Pool(target.url, { connections: 1 }), times: [] as number[] }));
  for (let n = 0; n < count; n++)
    for (const { url, path, pool, times } of runs) {
      const start = performance.now();
      const answer = await pool.request({ method, path: path(n), ...(method === 'PUT' && { body }) });
      await answer.body.arrayBuffer();
      if (answer.statusCode < 200 || answer.statusCode > 299) throw new Error(`${url} answered ${answer.statusCode}`);
      times.push(performance.now() - start);
    }
  for (const { pool } of runs) await pool.close();
  return runs.map(({ times }) => median(times));
}

/** Put and get of 1 MiB, compared in the same run with a program that does the same work without S3, and with WebDAV of nginx, which hashes and syncs nothing. */
export async function benchObjects(quick: boolean): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'nasim-bench-objects-'));
  const count = quick ? 30 : 200;
  const body = Buffer.alloc(MIB, 'x');
  const options = {
    host: '127.0.0.1',
    port: 0,
    endpoint: undefined,
    region: 'us-east-1',
    root: key,
    secret: 'bench',
    panelOrigin: 'http://127.0.0.1',
    log: { info() {}, warn() {}, error: console.error },
  };
  const store = new FsStore({ ...options, folder: join(folder, 'store'), clock: Date.now });
  const plain = await plainServer(folder);
  const dav = await startDav(join(folder, 'dav'));
  try {
    await store.listen();
    await store.createSpace('bench', 10 ** 12);
    const { url } = store.endpoint();
    const signed = (method: 'GET' | 'PUT', n: number) => {
      const path = `/bench/${n}`;
      return `${path}?${presign({ method, path, host: new URL(url).host, query: [], expiresIn: 600, now: Date.now() }, key, 'us-east-1')}`;
    };
    // As in a store that has been used: it makes a folder for each of 256 beginnings of names when it needs it.
    for (let n = 0; n < 2_000; n++) await store.put('bench', `before-${n}`, Buffer.from('x'), 'text/plain');
    for (const method of ['PUT', 'GET'] as const) {
      const targets = [
        { url, path: (n: number) => signed(method, n) },
        { url: plain.url, path: (n: number) => `/${n}` },
        ...(dav ? [{ url: dav.url, path: (n: number) => `/${n}` }] : []),
      ];
      const [own = 0, other = 0, nginx] = await timed(targets, count, method, body);
      const ratio = (reference: number) => `${(own / reference).toFixed(1)} ×`;
      report(
        `${method} of 1 MiB, object store`,
        '≤ 1.5 × a plain node:http program',
        `${ms(own)}, ${ratio(other)}`,
        own <= 1.5 * other,
        `plain program ${ms(other)}; WebDAV of nginx ${nginx === undefined ? 'skipped: install nginx, or name it in NGINX_PROGRAM' : `${ms(nginx)}, ${ratio(nginx)}`}`,
      );
    }
  } finally {
    await store.close();
    plain.close();
    await dav?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
