import { X509Certificate } from 'node:crypto';
import http2 from 'node:http2';
import https from 'node:https';
import tls, { type SecureVersion } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { deny, secured, wall } from '../../../tests/support/edgeSample.ts';
import { selfSigned } from '../../../tests/support/origin.ts';
import { sharedEdge } from '../../../tests/support/sharedEdge.ts';

let sockets: WebSocketServer;
const port = () => Number(new URL(edge().addresses.https).port);
let names = 0;

const { edge, origin, push } = sharedEdge((request, response) => response.end(`origin ${request.headers['x-forwarded-proto']}`));
beforeAll(() => {
  sockets = new WebSocketServer({ server: origin().server });
  sockets.on('connection', (socket) => socket.on('message', (data) => socket.send(`echo ${data}`)));
});
afterAll(() => {
  for (const client of sockets.clients) client.terminate();
  sockets.close();
});

function certificate(host: string) {
  const { cert, key } = selfSigned(host);
  return { id: `c${++names}`, hosts: [host], chain: cert, privateKey: key };
}
const certificateFingerprint = ({ chain }: ReturnType<typeof certificate>) => new X509Certificate(chain).fingerprint256;

/** A handshake. @returns the fingerprint of the certificate, its name and the version, or the code of the failure */
const handshake = (servername: string, maxVersion: SecureVersion = 'TLSv1.3'): Promise<string[] | string> =>
  new Promise((done) => {
    const socket = tls.connect(
      { host: '127.0.0.1', port: port(), servername, rejectUnauthorized: false, minVersion: 'TLSv1.2', maxVersion },
      () => {
        const { fingerprint256, subject } = socket.getPeerCertificate();
        done([fingerprint256, String(subject.CN), String(socket.getProtocol())]);
        socket.destroy();
      },
    );
    socket.on('error', (error: NodeJS.ErrnoException) => done(String(error.code)));
  });

test('a name has its certificate, swapped without a restart; unknown names are refused', async () => {
  const [apex, wild, next] = [certificate('example.com'), certificate('*.example.com'), certificate('example.com')];
  await push({}, { certificates: [apex, wild] });
  expect(await handshake('example.com')).toEqual([certificateFingerprint(apex), 'example.com', 'TLSv1.3']);
  expect(await handshake('www.example.com')).toEqual([certificateFingerprint(wild), '*.example.com', 'TLSv1.3']);
  expect(await handshake('unknown.test')).toBe('ERR_SSL_TLSV1_UNRECOGNIZED_NAME');
  await push({}, { certificates: [next] });
  expect(await handshake('example.com')).toEqual([certificateFingerprint(next), 'example.com', 'TLSv1.3']);
  expect(await handshake('www.example.com')).toBe('ERR_SSL_TLSV1_UNRECOGNIZED_NAME');
});

test('each domain has its own versions of TLS', async () => {
  const certificates = [certificate('example.com')];
  await push(secured({ tlsVersions: ['1.3'] }), { certificates });
  expect(await handshake('example.com', 'TLSv1.2')).toMatch(/^(ERR_SSL_|ECONNRESET)/);
  await push(secured({ tlsVersions: ['1.2'] }), { certificates });
  expect((await handshake('example.com')).at(-1)).toBe('TLSv1.2');
});

test.each([
  ['ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES128-GCM-SHA256', true],
  ['ECDHE-RSA-AES128-SHA256:ECDHE-ECDSA-AES128-SHA256:AES128-SHA', false],
  ['ECDHE-ECDSA-AES128-CCM:AES128-CCM', false],
] as const)('TLS 1.2 with %s: %s', async (ciphers, isAccepted) => {
  await push(secured({ tlsVersions: ['1.2', '1.3'] }), { certificates: [certificate('example.com')] });
  const options = { host: '127.0.0.1', port: port(), servername: 'example.com', rejectUnauthorized: false, maxVersion: 'TLSv1.2' } as const;
  const isOpen = await new Promise((done) => {
    const socket = tls.connect({ ...options, ciphers }, () => {
      done(true);
      socket.destroy();
    });
    socket.on('error', () => done(false));
  });
  expect(isOpen).toBe(isAccepted);
});

test('every answer over HTTPS has the domain’s HSTS, whichever layer gives it, and none over HTTP', async () => {
  const hsts = { enabled: true, maxAge: { value: 1, unit: 'd' as const }, includeSubdomains: false, preload: false };
  const denied = wall({ rules: [deny('ip', '127.0.0.1')] });
  const certificates = [certificate('example.com')];
  const answer = () =>
    new Promise<[number | undefined, string | undefined]>((done, fail) => {
      const options = { host: '127.0.0.1', port: port(), servername: 'example.com', headers: { host: 'example.com' } };
      https
        .get({ ...options, rejectUnauthorized: false, agent: false }, (response) => {
          done([response.resume().statusCode, response.headers['strict-transport-security']]);
        })
        .on('error', fail);
    });
  await push({ ...secured({ hsts }), firewall: denied.firewall }, { certificates });
  expect(await answer()).toEqual([403, 'max-age=86400']);
  expect((await edge().get('/')).headers['strict-transport-security']).toBeUndefined();
  await push(secured({ hsts }), { certificates, serving: 'stopped' });
  expect(await answer()).toEqual([503, 'max-age=86400']);
  await push(secured({ hsts: { ...hsts, enabled: false } }), { certificates });
  expect(await answer()).toEqual([200, undefined]);
});

test('a request of HTTP/2 whose Host contradicts its authority is refused', async () => {
  await push({}, { certificates: [certificate('example.com')] });
  const session = http2.connect(`https://127.0.0.1:${port()}`, { servername: 'example.com', rejectUnauthorized: false });
  const status = (host: string) =>
    new Promise((done, fail) => {
      const stream = session.request({ ':path': '/', ':authority': 'example.com', host });
      stream.on('error', fail).on('response', (headers) => done(headers[':status']));
      stream.resume();
    });
  expect([await status('other.test'), await status('Example.com')]).toEqual([400, 200]);
  session.close();
});

test('HTTP/2 and HTTP/1.1 over TLS, with HSTS', async () => {
  const hsts = { enabled: true, maxAge: { value: 1, unit: 'd' as const }, includeSubdomains: false, preload: false };
  await push(secured({ hsts }), { certificates: [certificate('example.com')] });
  const session = http2.connect(`https://127.0.0.1:${port()}`, { servername: 'example.com', rejectUnauthorized: false });
  const [headers, body] = await new Promise<[http2.IncomingHttpHeaders, string]>((done, fail) => {
    const stream = session.request({ ':path': '/h2', ':authority': 'example.com' });
    stream.on('error', fail).on('response', async (answered) => done([answered, Buffer.concat(await stream.toArray()).toString()]));
  });
  session.destroy();
  expect(headers).toMatchObject({ ':status': 200, 'strict-transport-security': 'max-age=86400' });
  expect(body).toBe('origin https');
  const options = { host: '127.0.0.1', port: port(), servername: 'example.com', rejectUnauthorized: false, agent: false };
  const status = await new Promise((done, fail) => {
    https.get({ ...options, headers: { host: 'example.com' } }, (answer) => done(answer.resume().statusCode)).on('error', fail);
  });
  expect(status).toBe(200);
});

test.each([
  [true, 'h2'],
  [false, 'http/1.1'],
])('HTTP/2 is offered as its setting says: %s', async (isOn, expected) => {
  await push(secured({ http2: isOn }), { certificates: [certificate('example.com')] });
  const options = { host: '127.0.0.1', port: port(), servername: 'example.com', rejectUnauthorized: false };
  const chosen = await new Promise((done, fail) => {
    const socket = tls.connect({ ...options, ALPNProtocols: ['h2', 'http/1.1'] }, () => {
      done(socket.alpnProtocol);
      socket.destroy();
    });
    socket.on('error', fail);
  });
  expect(chosen).toBe(expected);
});

test('a request for a host that the certificate of its connection doesn’t cover is misdirected', async () => {
  const [apex, both, wild] = [certificate('example.com'), certificate('www.example.com'), certificate('*.example.com')];
  const statuses = async (servername: string, hosts: string[]) => {
    const session = http2.connect(`https://127.0.0.1:${port()}`, { servername, rejectUnauthorized: false });
    const found: (number | undefined)[] = [];
    for (const host of hosts)
      found.push(
        await new Promise((done, fail) => {
          const stream = session.request({ ':path': '/', ':authority': host });
          stream.on('error', fail).on('response', (headers) => done(headers[':status']));
          stream.resume();
        }),
      );
    session.close();
    const get = (host: string) =>
      new Promise<number | undefined>((done, fail) => {
        const request = https.get(`https://127.0.0.1:${port()}/`, {
          servername,
          headers: { host },
          rejectUnauthorized: false,
          agent: false,
        });
        request.on('error', fail).on('response', (response) => done(response.resume().statusCode));
      });
    for (const host of hosts) found.push(await get(host));
    return found;
  };
  const hosts = ['example.com', 'example.com:443', 'www.example.com', 'example.com.edge.localhost'];
  await push(secured({}), { certificates: [apex, both] });
  expect(await statuses('example.com', hosts)).toEqual([200, 200, 421, 421, 200, 200, 421, 421]);
  await push(secured({}), { certificates: [{ ...both, hosts: ['example.com', 'www.example.com'] }, wild] });
  expect(await statuses('example.com', hosts)).toEqual([200, 200, 200, 421, 200, 200, 200, 421]);
  expect(await statuses('example.com.edge.localhost', hosts)).toEqual([421, 421, 421, 200, 421, 421, 421, 200]);
});

test('a preview address has a certificate of the edge', async () => {
  await push();
  expect(await handshake('www.example.com.edge.localhost')).toEqual([expect.any(String), 'Nasim edge preview', 'TLSv1.3']);
  expect(await handshake('other.test.edge.localhost')).toBe('ERR_SSL_TLSV1_UNRECOGNIZED_NAME');
});

test('WebSockets pass when they are on, and only through the security layers', async () => {
  const open = () =>
    new Promise<string>((done) => {
      const socket = new WebSocket(edge().addresses.http.replace('http', 'ws'), { headers: { host: 'example.com' } });
      socket.on('open', () => socket.send('hello'));
      socket.on('message', (data) => {
        done(String(data));
        socket.close();
      });
      socket.on('unexpected-response', (request, response) => {
        done(String(response.statusCode));
        request.destroy();
      });
      socket.on('error', () => {});
    });
  await push(secured({ websockets: true }));
  expect(await open()).toBe('echo hello');
  await push(secured({ websockets: false }));
  expect(await open()).toBe('200');
  await push({ ...wall({ rules: [deny('ip', '127.0.0.1')] }), https: secured({ websockets: true }).https });
  expect(await open()).toBe('403');
});
