import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTls } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Origin {
  port: number;
  /** `GET /path host` of each request. */
  heard: string[];
  /** Its behavior from now on. */
  answer: RequestListener;
  stop(): Promise<void>;
}

/** A customer's web server, on 127.0.0.1. It stops with the test. */
export async function startOrigin(
  answer: RequestListener = (_, response) => response.end('ok'),
  tls?: { key: string; cert: string },
): Promise<Origin> {
  const heard: string[] = [];
  const origin: Origin = { port: 0, heard, answer, stop };
  const listener: RequestListener = (request, response) => {
    heard.push(`${request.method} ${request.url} ${request.headers.host}`);
    origin.answer(request, response);
  };
  const server = tls ? createTls(tls, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin.port = (server.address() as AddressInfo).port; // it listens on a port
  function stop(): Promise<void> {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  }
  onTestFinished(stop);
  return origin;
}

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const size = body.length < 128 ? [body.length] : body.length < 256 ? [0x81, body.length] : [0x82, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
};
const hex = (text: string) => Buffer.from(text, 'hex');
const pem = (name: string, body: Buffer) =>
  `-----BEGIN ${name}-----\n${body.toString('base64').replace(/.{1,64}/g, '$&\n')}-----END ${name}-----\n`;

/** An unsigned certificate (RFC 5280 section 4.1), for one host, with ECDSA on P-256. */
export function selfSigned(host: string): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const time = (ms: number) => der(0x17, Buffer.from(`${new Date(ms).toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));
  const ecdsaSha256 = der(0x30, der(0x06, hex('2a8648ce3d040302')));
  const name = der(0x30, der(0x31, der(0x30, der(0x06, hex('550403')), der(0x0c, Buffer.from(host)))));
  const altName = der(0x30, der(0x06, hex('551d11')), der(0x04, der(0x30, der(0x82, Buffer.from(host)))));
  const body = der(
    0x30,
    der(0xa0, der(0x02, hex('02'))),
    der(0x02, hex('01')),
    ecdsaSha256,
    name,
    der(0x30, time(Date.now() - 3_600_000), time(Date.now() + 3_600_000)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, altName)),
  );
  const signature = sign('sha256', body, privateKey);
  const cert = der(0x30, body, ecdsaSha256, der(0x03, hex('00'), signature));
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert: pem('CERTIFICATE', cert) };
}
