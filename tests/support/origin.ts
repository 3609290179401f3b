import { execFileSync } from 'node:child_process';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTls } from 'node:https';
import { onTestFinished } from 'vitest';
import { bind, close } from './listen.ts';

export interface Origin {
  port: number;
  /** `GET /path host` of each request. */
  requests: string[];
  /** Its behavior from now on. */
  answer: RequestListener;
  stop(): Promise<void>;
}

/** A customer's web server, on 127.0.0.1. It stops with the test. */
export async function startOrigin(
  answer: RequestListener = (_, response) => response.end('ok'),
  tls?: { key: string; cert: string },
): Promise<Origin> {
  const requests: string[] = [];
  const origin: Origin = { port: 0, requests, answer, stop: () => close(server) };
  const listener: RequestListener = (request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers.host}`);
    origin.answer(request, response);
  };
  const server = tls ? createTls(tls, listener) : createServer(listener);
  origin.port = await bind(server);
  onTestFinished(origin.stop);
  return origin;
}

/** A certificate for one host, with ECDSA on P-256, that no authority has signed. @param more options of `openssl req` */
export function selfSigned(host: string, more: readonly string[] = []): { key: string; cert: string } {
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', `/CN=${host}`];
  const out = ['-addext', `subjectAltName=DNS:${host}`, ...more, '-keyout', '-', '-out', '-'];
  const text = execFileSync('openssl', [...made, ...out], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const [key = '', cert = ''] = text.split(/(?=-----BEGIN CERTIFICATE)/);
  return { key, cert };
}
