import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { which } from '../../scripts/lib/which.mjs';
import { policyFor, startOrigin, startTestEdge, type TestEdge, until } from '../../tests/support/edge.ts';
import { filtered, own, plain } from '../../tests/support/edgeSample.ts';
import { get } from '../../tests/support/raw.ts';

/*
 * The same odd targets go through the edge to real servers. Each reads a path in its own way; whatever it reads, a rule that blocks
 * /admin* must hold for what it serves, and a copy must be what it answers for the address of the copy.
 */
const TARGETS = 3000;
const SECRET = 'only for administrators';
const files: Record<string, string> = {
  'index.html': 'home',
  'static/app.js': 'the script',
  'static/index.html': 'the folder',
  'public/a b.txt': 'a file',
  'admin/index.html': SECRET,
  'admin/secret.txt': SECRET,
};
/** Addresses whose copies are compared with what the server answers. */
const known = ['/', '/static/app.js', '/static/', '/static', '/public/a%20b.txt', '/public', '/missing', '/static/missing.js'];

const piece = fc.constantFrom(
  ...['/', '//', '/./', '/../', '.', '..', '%2e', '%2E%2e', '%2F', '%2f', '%5c', '\\', '%', '%00', '%0a', '%20', '%09', ';', ';a=1', '#'],
  ...[
    'static',
    'app.js',
    'admin',
    'secret.txt',
    'public',
    '%61dmin',
    'adm%69n',
    '%2561dmin',
    'ADMIN',
    'admin/',
    '/admin/secret.txt',
    '/static/app.js',
  ],
  ...['%c0%af', '%ef%bc%8f', '%u002f', '\u00e9', '"', "'", '|', '~', '*', '@', ':', '+', '{', '^', '`', '<'],
);
const query = fc.constantFrom('', '', '', '?', '?a=1', '?/../admin', '?a#b', '??', '?%');
const prefix = fc.constantFrom(
  '/',
  '/',
  '/',
  '/',
  '//',
  '/./',
  '/admin',
  '/static',
  '/x/../',
  '',
  'http://example.com',
  'http://example.com/',
  '/%61dmin',
);
const targets = fc.sample(
  fc.tuple(prefix, fc.array(piece, { maxLength: 6 }), query).map(([start, pieces, end]) => start + pieces.join('') + end),
  { numRuns: TARGETS, seed: 36 },
);

interface Server {
  port: number;
  stop(): Promise<unknown>;
}
let folder: string;
let edge: TestEdge;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nasim-origins-'));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, 'www', path, '..'), { recursive: true });
    writeFileSync(join(folder, 'www', path), content);
  }
  edge = await startTestEdge(undefined, { EDGE_ADDRESS_CONNECTIONS: '10000' });
});
afterAll(async () => {
  await edge.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await until(() => server.listening);
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address ? address.port : 0;
}

/** A program in the foreground that serves the folder. */
async function start(name: string, config: (port: number) => string, args: (file: string) => string[]): Promise<Server> {
  const port = await freePort();
  const file = join(folder, `${name}-${port}.conf`);
  writeFileSync(file, config(port));
  const child: ChildProcess = spawn(which(name) ?? name, args(file), { stdio: 'ignore' });
  await until(() =>
    get(`http://127.0.0.1:${port}`, '/').then(
      ({ status }) => status === 200,
      () => false,
    ),
  );
  return {
    port,
    async stop() {
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const nginx = (merge: 'on' | 'off') =>
  start(
    'nginx',
    (port) => `
      daemon off; master_process off; pid ${folder}/nginx-${port}.pid; error_log /dev/null;
      events { worker_connections 256; }
      http {
        access_log off; merge_slashes ${merge};
        ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${folder}/${one};`).join(' ')}
        add_header Cache-Control "public, max-age=600" always;
        server { listen 127.0.0.1:${port}; root ${folder}/www; index index.html; absolute_redirect off; }
      }`,
    (file) => ['-c', file, '-e', '/dev/null'],
  );

const apache = (merge: 'On' | 'Off') =>
  start(
    'apache2',
    (port) => `
      ServerRoot ${folder}
      ServerName example.com
      PidFile ${folder}/apache-${port}.pid
      ErrorLog /dev/null
      Listen 127.0.0.1:${port}
      ${['mpm_event', 'authz_core', 'dir', 'mime', 'headers'].map((one) => `LoadModule ${one}_module /usr/lib/apache2/modules/mod_${one}.so`).join('\n')}
      TypesConfig /dev/null
      DocumentRoot ${folder}/www
      DirectoryIndex index.html
      AllowEncodedSlashes On
      MergeSlashes ${merge}
      Header always set Cache-Control "public, max-age=600"`,
    (file) => ['-X', '-f', file],
  );

/** Reads a path as carelessly as frameworks do: decoded first, a backslash as a slash, then normalized. */
const careless = () =>
  startOrigin((request, response) => {
    response.setHeader('cache-control', 'public, max-age=600');
    try {
      const [path = ''] = (request.url ?? '').split('?');
      const name = posix.join('/', decodeURIComponent(path).replaceAll('\\', '/')).replace(/\/$/, '/index.html');
      response.end(readFileSync(join(folder, 'www', name)));
    } catch {
      response.writeHead(404).end('missing');
    }
  });

/** Answers exact addresses only, as routers and object stores do. */
const strict = () =>
  startOrigin((request, response) => {
    response.setHeader('cache-control', 'public, max-age=600');
    const name = (request.url ?? '').split('?')[0]?.replace(/\/$/, '/index.html').replace('%20', ' ').slice(1) ?? '';
    if (Object.hasOwn(files, name)) response.end(files[name]);
    else response.writeHead(404).end('missing');
  });

test.each([
  ['nginx', () => nginx('on'), true],
  ['nginx with merge_slashes off', () => nginx('off'), false],
  ['Apache', () => apache('On'), true],
  ['Apache with MergeSlashes Off', () => apache('Off'), false],
  ['a careless server on Node', careless, true],
  ['a strict server on Node', strict, true],
  ['a strict server on Node, with its slashes', strict, false],
] as const)('what rules decide and the cache stores belongs to what %s serves', { timeout: 600_000 }, async (name, open, mergeSlashes) => {
  const program = /^(nginx|apache)/i.exec(name)?.[0].toLowerCase().replace('apache', 'apache2');
  // Debian's packages nginx-light and apache2-bin.
  if (program && !which(program)) return console.warn(`${program} is not installed: skipped`);
  const origin: Server = await open();
  const direct = `http://127.0.0.1:${origin.port}`;
  const host = { host: 'example.com' };
  try {
    const waf = { ...filtered({ rules: [own({ path: '/admin*' })] }).waf, modules: [] };
    const cache = { ...plain.cache, level: 'withQuery' as const, mergeSlashes };
    await edge.push(policyFor(origin.port, { waf, cache }, { purges: [{ id: name, scope: 'all', items: [], at: Date.now() }] }));
    const expected = await Promise.all(known.map((path) => get(direct, path, host)));
    const counts = { refused: 0, blocked: 0, served: 0, notFound: 0, other: 0, servesSecret: 0 };
    const offenders: string[] = [];
    for (const target of targets) {
      const { status, body } = await get(edge.addresses.http, target, host);
      const kind = ({ 400: 'refused', 403: 'blocked', 200: 'served', 404: 'notFound' } as const)[status] ?? 'other';
      counts[kind]++;
      if (body.includes(SECRET)) offenders.push(`${JSON.stringify(target)} passes the rule`);
      if ((await get(direct, target, host)).body.includes(SECRET)) counts.servesSecret++;
    }
    for (const [place, path] of known.entries()) {
      const { status, body } = await get(edge.addresses.http, path, host);
      const [right, direct] = [
        [expected[place]?.status, expected[place]?.body],
        [status, body],
      ];
      if (String(right) !== String(direct)) offenders.push(`${path} is ${direct}, not ${right}`);
    }
    console.info(name, counts);
    expect(offenders).toEqual([]);
    // The targets reach what the rule protects: without it they would get it.
    expect(counts.servesSecret).toBeGreaterThan(name.includes('strict') ? 0 : 20);
    expect(counts.served).toBeGreaterThan(20);
  } finally {
    await origin.stop();
  }
});
