import http2 from 'node:http2';
import https from 'node:https';
import tls, { type SecureVersion } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { policyFor, startOrigin, startTestEdge, type TestEdge } from '../../tests/support/edge.ts';
import { deny, secured, wall } from '../lib/rules/cdn/edge/sample.ts';
import { loadX509 } from '../lib/rules/cdn/ssl/x509.ts';

let edge: TestEdge;
let origin: Awaited<ReturnType<typeof startOrigin>>;
let sockets: WebSocketServer;
const port = () => Number(new URL(edge.addresses.https).port);
let names = 0;

beforeAll(async () => {
  origin = await startOrigin((request, response) => response.end(`origin ${request.headers['x-forwarded-proto']}`));
  sockets = new WebSocketServer({ server: origin.server });
  sockets.on('connection', (socket) => socket.on('message', (data) => socket.send(`echo ${data}`)));
  edge = await startTestEdge();
});
afterAll(async () => {
  for (const client of sockets.clients) client.terminate();
  sockets.close();
  await edge.stop();
  await origin.stop();
});

async function certificate(...hosts: string[]) {
  const x509 = await loadX509();
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const made = await x509.X509CertificateGenerator.createSelfSigned(
    {
      name: `CN=test ${++names}`,
      notBefore: new Date(Date.now() - 1000),
      notAfter: new Date(Date.now() + 86_400_000),
      keys,
      signingAlgorithm: algorithm,
      extensions: [new x509.SubjectAlternativeNameExtension(hosts.map((value) => ({ type: 'dns' as const, value })))],
    },
    crypto,
  );
  const key = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  const privateKey = `-----BEGIN PRIVATE KEY-----\n${key.replace(/.{64}(?!$)/g, '$&\n')}\n-----END PRIVATE KEY-----\n`;
  return { id: `c${names}`, hosts, chain: made.toString('pem'), privateKey };
}

/** A handshake. @returns the name in the certificate and the version, or the code of the failure */
const handshake = (servername: string, maxVersion: SecureVersion = 'TLSv1.3'): Promise<[name: string, version: string] | string> =>
  new Promise((done) => {
    const socket = tls.connect(
      { host: '127.0.0.1', port: port(), servername, rejectUnauthorized: false, minVersion: 'TLSv1.2', maxVersion },
      () => {
        done([String(socket.getPeerCertificate().subject.CN), String(socket.getProtocol())]);
        socket.destroy();
      },
    );
    socket.on('error', (error: NodeJS.ErrnoException) => done(String(error.code)));
  });

test('a name has its certificate, swapped without a restart; unknown names are refused', async () => {
  const [apex, wild, next] = [await certificate('example.com'), await certificate('*.example.com'), await certificate('example.com')];
  await edge.push(policyFor(origin.port, {}, { certificates: [apex, wild] }));
  expect(await handshake('example.com')).toEqual(['test 1', 'TLSv1.3']);
  expect(await handshake('www.example.com')).toEqual(['test 2', 'TLSv1.3']);
  expect(await handshake('unknown.test')).toBe('ERR_SSL_TLSV1_UNRECOGNIZED_NAME');
  await edge.push(policyFor(origin.port, {}, { certificates: [next] }));
  expect(await handshake('example.com')).toEqual(['test 3', 'TLSv1.3']);
  expect(await handshake('www.example.com')).toBe('ERR_SSL_TLSV1_UNRECOGNIZED_NAME');
});

test('each domain has its own versions of TLS', async () => {
  const certificates = [await certificate('example.com')];
  await edge.push(policyFor(origin.port, secured({ tlsVersions: ['1.3'] }), { certificates }));
  expect(await handshake('example.com', 'TLSv1.2')).toMatch(/^(ERR_SSL_|ECONNRESET)/);
  await edge.push(policyFor(origin.port, secured({ tlsVersions: ['1.2'] }), { certificates }));
  expect((await handshake('example.com'))[1]).toBe('TLSv1.2');
});

test('HTTP/2 and HTTP/1.1 over TLS, with HSTS', async () => {
  const hsts = { enabled: true, maxAge: { value: 1, unit: 'd' as const }, includeSubdomains: false, preload: false };
  await edge.push(policyFor(origin.port, secured({ hsts }), { certificates: [await certificate('example.com')] }));
  const session = http2.connect(`https://127.0.0.1:${port()}`, { servername: 'example.com', rejectUnauthorized: false });
  const [headers, body] = await new Promise<[http2.IncomingHttpHeaders, string]>((done, fail) => {
    const stream = session.request({ ':path': '/h2', ':authority': 'example.com' });
    let read = '';
    let answered: http2.IncomingHttpHeaders = {};
    stream.on('response', (got) => {
      answered = got;
    });
    stream.on('data', (chunk: Buffer) => {
      read += chunk;
    });
    stream.on('error', fail).on('end', () => done([answered, read]));
  });
  session.destroy();
  expect(headers).toMatchObject({ ':status': 200, 'strict-transport-security': 'max-age=86400' });
  expect(body).toBe('origin https');
  const status = await new Promise((done, fail) => {
    https
      .get(
        {
          host: '127.0.0.1',
          port: port(),
          servername: 'example.com',
          headers: { host: 'example.com' },
          rejectUnauthorized: false,
          agent: false,
        },
        (answer) => done(answer.resume().statusCode),
      )
      .on('error', fail);
  });
  expect(status).toBe(200);
});

test.each([
  [true, 'h2'],
  [false, 'http/1.1'],
])('HTTP/2 is offered as its setting says: %s', async (isOn, expected) => {
  await edge.push(policyFor(origin.port, secured({ http2: isOn }), { certificates: [await certificate('example.com')] }));
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

test('a preview address has a certificate of the edge', async () => {
  await edge.push(policyFor(origin.port));
  expect(await handshake('www.example.com.edge.localhost')).toEqual(['Nasim edge preview', 'TLSv1.3']);
  expect(await handshake('other.test.edge.localhost')).toBe('ERR_SSL_TLSV1_UNRECOGNIZED_NAME');
});

test('WebSockets pass when they are on, and only through the security layers', async () => {
  const open = () =>
    new Promise<string>((done) => {
      const socket = new WebSocket(edge.addresses.http.replace('http', 'ws'), { headers: { host: 'example.com' } });
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
  await edge.push(policyFor(origin.port, secured({ websockets: true })));
  expect(await open()).toBe('echo hello');
  await edge.push(policyFor(origin.port, secured({ websockets: false })));
  expect(await open()).toBe('200');
  await edge.push(policyFor(origin.port, { ...wall({ rules: [deny('ip', '127.0.0.1')] }), https: secured({ websockets: true }).https }));
  expect(await open()).toBe('403');
});
