import net from 'node:net';
import zlib from 'node:zlib';
import { expect, test } from 'vitest';
import { until } from '../../../tests/support/edge.ts';
import { filtered, plain } from '../../../tests/support/edgeSample.ts';
import { sharedEdge } from '../../../tests/support/sharedEdge.ts';

let received = Buffer.alloc(0);
const {
  edge,
  get,
  push,
  lines: loggedEntries,
} = sharedEdge((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    received = Buffer.concat(chunks);
    response.end('from the origin');
  });
});
const serve = (part: Parameters<typeof filtered>[0] = {}) => push({ ...filtered(part), cache: { ...plain.cache, level: 'off' } });
const post = (body: string | Buffer, headers: Record<string, string>) => get('/', { method: 'POST', body, headers });

/** The log line of a response. */
async function lastLogEntry({ headers }: Awaited<ReturnType<typeof get>>) {
  const find = () => loggedEntries().find(({ id }) => id === headers['x-request-id']);
  await until(() => find() !== undefined);
  return find();
}

const json = { 'content-type': 'application/json' };
const attack = Buffer.from(String.raw`{"name":"\u003cscr\u0069pt>alert(1)"}`);
const harmless = Buffer.from('{"name":"blue shoes"}');
const encodings: Record<string, (body: Buffer) => Buffer> = {
  gzip: (body) => zlib.gzipSync(body),
  'x-gzip': (body) => zlib.gzipSync(body),
  deflate: (body) => zlib.deflateSync(body),
  'Deflate ': (body) => zlib.deflateRawSync(body),
  br: (body) => zlib.brotliCompressSync(body),
  zstd: (body) => zlib.zstdCompressSync(body),
  'gzip, br': (body) => zlib.brotliCompressSync(zlib.gzipSync(body)),
  identity: (body) => body,
};

test.each(Object.entries(encodings))('a body in %s is inspected, and the origin gets it as it was sent', async (encoding, encode) => {
  await serve();
  const headers = { ...json, 'content-encoding': encoding };
  expect((await post(encode(attack), headers)).status).toBe(403);
  expect((await post(encode(harmless), headers)).status).toBe(200);
  expect(received.equals(encode(harmless))).toBe(true);
});

const unread: [what: string, body: Buffer, headers: Record<string, string>, cause: string][] = [
  ['JSON', Buffer.from('{"a":'), json, 'json'],
  ['an unknown encoding', harmless, { ...json, 'content-encoding': 'compress' }, 'encoding'],
  ['a broken encoding', harmless, { ...json, 'content-encoding': 'gzip' }, 'encoding'],
  ['a cut encoding', zlib.gzipSync(harmless).subarray(0, 20), { ...json, 'content-encoding': 'gzip' }, 'encoding'],
  ['four encodings', harmless, { ...json, 'content-encoding': 'gzip, gzip, gzip, gzip' }, 'encoding'],
  ['a decompression bomb', zlib.gzipSync(Buffer.alloc(50_000_000, ' ')), { ...json, 'content-encoding': 'gzip' }, 'expansion'],
  [
    'a decompression bomb in Brotli',
    zlib.brotliCompressSync(Buffer.alloc(5_000_000, ' ')),
    { ...json, 'content-encoding': 'br' },
    'expansion',
  ],
];
test.each([
  ['on', 403, { layer: 'waf', reason: 'wafUnreadBlock', outcome: 'blocked' }],
  ['detection', 200, { outcome: 'forwarded' }],
  ['off', 200, { outcome: 'forwarded' }],
] as const)(
  'a body that can’t be read, where the WAF is %s: the status is %i, and the log has the cause',
  async (mode, status, expected) => {
    await serve({ mode });
    const answers = await Promise.all(unread.map(([, body, headers]) => post(body, headers)));
    for (const [place, [what, , , cause]] of unread.entries()) {
      const answer = answers[place] ?? expect.fail();
      expect(answer.status, what).toBe(status);
      const findings = mode === 'off' ? [] : [`protocol-body-${cause}`];
      expect(await lastLogEntry(answer), what).toMatchObject({ ...expected, findings });
    }
  },
);

test('two content types are blocked', async () => {
  await serve();
  const { port, hostname } = new URL(edge().addresses.http);
  const answer = await new Promise<string>((done) => {
    const socket = net.connect({ port: Number(port), host: hostname }, () =>
      socket.write(
        'POST / HTTP/1.1\r\nhost: example.com\r\nconnection: close\r\ncontent-type: text/plain\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}',
      ),
    );
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('close', () => done(text));
  });
  expect(answer).toMatch(/^HTTP\/1.1 403 /);
});

test('of a large body the start is inspected, which the log mentions; the origin gets all of it', async () => {
  await serve();
  const large = Buffer.from(JSON.stringify(Array.from({ length: 20_000 }, (_, at) => `entry number ${at}`)));
  for (const [headers, body] of [
    [json, large],
    [{ ...json, 'content-encoding': 'gzip' }, zlib.gzipSync(large)],
  ] as const) {
    const answer = await post(body, headers);
    expect(answer.status).toBe(200);
    expect(received.equals(body)).toBe(true);
    // On a slow machine, the inspection may also end at its deadline.
    expect(await lastLogEntry(answer)).toMatchObject({ findings: expect.arrayContaining(['body-partial']) });
  }
  expect((await post(Buffer.concat([Buffer.from(`["<script>",${' '.repeat(200_000)}`), large.subarray(1)]), json)).status).toBe(403);
});

test('a large image passes, unread and unmentioned', async () => {
  await serve();
  const image = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1'), Buffer.alloc(300_000, '<script>')]);
  const answer = await post(image, { 'content-type': 'image/png' });
  expect(answer.status).toBe(200);
  expect(await lastLogEntry(answer)).toMatchObject({ findings: [] });
});

test('the log has the field and the part that matched, with control characters visible and secrets masked', async () => {
  await serve();
  const answer = await post('comment=hello+%3Cscript%0A%3E&user_password=x%3Cscript%3E', {
    'content-type': 'application/x-www-form-urlencoded',
  });
  expect(answer.status).toBe(403);
  const { findings, matches = [] } = (await lastLogEntry(answer)) ?? {};
  expect(findings).toContain('xss-script');
  const scripts = matches?.filter(({ pattern }) => pattern === 'xss-script');
  expect(scripts).toEqual([
    { pattern: 'xss-script', place: 'parameter', name: 'comment', text: expect.stringMatching(/^<script[^\n]*$/) },
    { pattern: 'xss-script', place: 'parameter', name: 'user_password', text: '***' },
  ]);
});
