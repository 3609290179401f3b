import net, { type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { policyFor, until } from '../../../tests/support/edge.ts';
import { plain, wall } from '../../../tests/support/edgeSample.ts';
import { sharedEdge } from '../../../tests/support/sharedEdge.ts';
import { locales } from '../../lib/i18n/locales.ts';
import { type OriginError, originErrors } from '../../lib/rules/cdn/edge/responses.ts';

const {
  edge,
  get,
  lines: loggedEntries,
  push,
} = sharedEdge((_, response) => void response.end('from the origin'), {
  EDGE_WHY_URL: 'https://panel.example',
});
const uncached = { cache: { ...plain.cache, level: 'off' as const } };
const denied = { ...wall({ defaultMode: 'deny' }), ...uncached };
const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

test('a page of the edge is in the visitor’s language, complete in 14 KB, and loads nothing', async () => {
  await push(denied);
  const titles = new Set<string>();
  for (const locale of locales) {
    const { status, body, headers } = await get('/', { headers: { ...html, 'accept-language': locale } });
    expect(status).toBe(403);
    expect(headers['proxy-status']).toBe('Nasim; error=http_request_denied');
    expect(Buffer.byteLength(body)).toBeLessThan(14_000);
    expect(body).toContain(`<html lang="${locale}" dir="${locale === 'fa' || locale === 'ar' ? 'rtl' : 'ltr'}">`);
    expect(body).toContain(`href="https://panel.example/why/${headers['x-request-id']}"`);
    expect(body).toContain('example.com');
    expect(body).not.toMatch(/\b(?:src|srcset)=|url\((?!#)|@import/);
    titles.add(/<title>(.*?)<\/title>/.exec(body)?.[1] ?? '');
  }
  expect(titles.size).toBe(locales.length);
});

test('a program that asks for JSON gets a problem instead of a page (RFC 9457)', async () => {
  await push(denied);
  const { status, body, headers } = await get('/', { headers: { accept: 'application/json', 'accept-language': 'es' } });
  expect([status, headers['content-type']]).toEqual([403, 'application/problem+json']);
  expect(JSON.parse(body)).toEqual({
    title: 'Solicitud bloqueada',
    status: 403,
    detail: expect.any(String),
    error: 'http_request_denied',
    requestId: headers['x-request-id'],
  });
});

/** Servers that fail in one way each; the listener is called for every connection. */
const failures: readonly [name: string, error: OriginError, act: (socket: net.Socket) => void][] = [
  ['closes the connection', 'connection_terminated', (socket) => void socket.once('data', () => socket.destroy())],
  [
    'answers something that isn’t HTTP',
    'http_protocol_error',
    (socket) => void socket.once('data', () => socket.end('SSH-2.0-OpenSSH\r\n')),
  ],
];
test.each(failures)('an origin that %s is %s', async (_, error, act) => {
  const server = net.createServer(act).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address() as AddressInfo; // it listens on TCP
  await edge().push(policyFor(port, uncached));
  const { status, headers, body } = await get('/', { headers: html });
  server.close();
  expect([status, headers['proxy-status']]).toEqual([originErrors[error], `Nasim; error=${error}`]);
  expect(body).toContain(error);
});

test.each([
  ['refuses the connection', 'connection_refused', {}],
  ['is in a closed network', 'destination_ip_prohibited', { allowedNetworks: [] }],
] as const)('an origin that %s is %s, in the log too', async (_, error, more) => {
  await edge().push(policyFor(1, uncached, more));
  const { status, headers } = await get('/', { headers: html });
  expect([status, headers['proxy-status']]).toEqual([502, `Nasim; error=${error}`]);
  await until(() => loggedEntries().some(({ id, reason }) => id === headers['x-request-id'] && reason === error));
});
