import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
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

/** A minimal file server: a PUT is a file, a GET streams it. Nothing is signed, hashed or synced to disk. */
async function plainServer(folder: string) {
  const server = http.createServer((request, response) => {
    const file = join(folder, encodeURIComponent(request.url ?? ''));
    const work = request.method === 'PUT' ? pipeline(request, createWriteStream(file)) : pipeline(createReadStream(file), response);
    void work.then(
      () => response.end(),
      () => response.writeHead(500).end(),
    );
  });
  return { url: `http://127.0.0.1:${await bind(server)}`, close: () => server.close() };
}

/** Milliseconds of each request, one after the other. */
async function timed(
  url: string,
  count: number,
  send: (pool: Pool, n: number) => Promise<{ statusCode: number; body: { arrayBuffer(): Promise<unknown> } }>,
) {
  const pool = new Pool(url, { connections: 1 });
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    const start = performance.now();
    const answer = await send(pool, n);
    await answer.body.arrayBuffer();
    if (answer.statusCode < 200 || answer.statusCode > 299) throw new Error(`${url} answered ${answer.statusCode}`);
    times.push(performance.now() - start);
  }
  await pool.close();
  return median(times);
}

/** Put and get of 1 MiB, compared with WebDAV of nginx and with a plain file server in the same run. */
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
    for (const method of ['PUT', 'GET'] as const) {
      const sent = method === 'PUT' ? { body } : {};
      const own = await timed(url, count, (pool, n) => pool.request({ method, path: signed(method, n), ...sent }));
      const other = await timed(plain.url, count, (pool, n) => pool.request({ method, path: `/${n}`, ...sent }));
      const nginx = dav && (await timed(dav.url, count, (pool, n) => pool.request({ method, path: `/${n}`, ...sent })));
      const ratio = (reference: number) => `${(own / reference).toFixed(1)} ×`;
      report(
        `${method} of 1 MiB, object store`,
        '',
        nginx === null ? ms(own) : `${ms(own)}, ${ratio(nginx)} nginx`,
        undefined,
        `WebDAV of nginx ${nginx === null ? 'skipped: install nginx, or name it in NGINX_PROGRAM' : ms(nginx)}; plain node:http files ${ms(other)}, ${ratio(other)}`,
      );
    }
  } finally {
    await store.close();
    plain.close();
    await dav?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
