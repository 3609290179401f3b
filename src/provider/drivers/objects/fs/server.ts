import { randomUUID } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { S3Error } from '../s3-error.ts';
import { errorDocument } from '../xml.ts';
import type { Incoming } from './auth.ts';
import type { Answer } from './exchange.ts';
import type { Body } from './objects.ts';
import type { Router } from './router.ts';

/** A connection on which nothing moves is closed after this time; a body may take as long as it likes while bytes arrive. */
const IDLE_MS = 60_000;
/** How much of a body that was refused is read, so that the client sees the answer. */
const DRAIN_BYTES = 4 * 1024 * 1024;

/**
 * What a browser may do with an object: show it. Objects are written by customers and shared by their links; without this, a page
 * among them would run scripts with the cookies of this host name.
 */
const PROTECTION = {
  'content-security-policy': "sandbox; default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
};

export interface S3Server {
  /** The port that was taken. */
  port: number;
  close(): Promise<void>;
}

/** Answers S3 clients. Rejects when the address can't be listened on. @param onFault hears of errors that are not the client's */
export function serve(
  router: Router,
  at: { host: string; port: number },
  clock: () => number,
  onFault: (error: unknown) => void = () => {},
): Promise<S3Server> {
  const take = (request: IncomingMessage, response: ServerResponse, onRead: () => void) =>
    void handle(router, request, response, clock(), onRead, onFault).catch(() => request.destroy());
  const server = http.createServer({ maxHeaderSize: 16 * 1024, requestTimeout: 0, headersTimeout: 20_000 }, (request, response) =>
    take(request, response, () => {}),
  );
  // A client that asks first sends its body only when the request was accepted.
  server.on('checkContinue', (request, response) => take(request, response, () => response.writeContinue()));
  server.setTimeout(IDLE_MS);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(at.port, at.host, () => {
      server.off('error', reject);
      server.on('error', onFault);
      resolve({
        port: (server.address() as AddressInfo).port, // it listens on a port, not on a pipe
        close: () =>
          new Promise((done) => {
            server.close(() => done());
            server.closeIdleConnections();
            setTimeout(() => server.closeAllConnections(), 3_000).unref();
          }),
      });
    });
  });
}

async function handle(
  router: Router,
  request: IncomingMessage,
  response: ServerResponse,
  now: number,
  onRead: () => void,
  onFault: (error: unknown) => void,
): Promise<void> {
  const requestId = randomUUID();
  const url = request.url ?? '/';
  const at = url.indexOf('?');
  const path = at < 0 ? url : url.slice(0, at);
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) headers[name] = Array.isArray(value) ? value.join(',') : (value ?? '');
  const incoming: Incoming = { method: request.method ?? 'GET', path, query: [], headers };
  let answer: Answer;
  let cors: Record<string, string> | null = null;
  try {
    const parsed = { ...incoming, query: parseQuery(at < 0 ? '' : url.slice(at + 1)) };
    if (parsed.method === 'OPTIONS') return preflight(router, parsed, response);
    cors = router.cors(parsed, parsed.method, []);
    answer = await router.answer(parsed, now, () => {
      onRead();
      return request.iterator({ destroyOnReturn: false }) as Body; // no encoding is set
    });
  } catch (error) {
    if (!(error instanceof S3Error) && !request.readableAborted) onFault(error);
    const refusal = error instanceof S3Error ? error : new S3Error('InternalError', 'We encountered an internal error. Please try again.');
    answer = {
      status: refusal.status,
      headers: { 'content-type': 'application/xml' },
      body: errorDocument({ Code: refusal.code, Message: refusal.message, Resource: path, RequestId: requestId }),
    };
    refuseBody(request, response);
  }
  await send(request, response, answer, { ...PROTECTION, ...cors, 'x-amz-request-id': requestId, server: 'nasim' });
}

/** Reads on past a refusal, so that the client reads the answer rather than a reset; what is too long is cut off. */
function refuseBody(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete) return;
  let left = DRAIN_BYTES;
  response.setHeader('connection', 'close');
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.destroy();
  });
  request.resume();
}

async function send(request: IncomingMessage, response: ServerResponse, answer: Answer, more: Record<string, string>): Promise<void> {
  const { status, body } = answer;
  for (const [name, value] of Object.entries({ ...more, ...answer.headers })) response.setHeader(name, value);
  response.statusCode = status;
  if (typeof body === 'object' && request.method !== 'HEAD') {
    // The client may leave in the middle; the reader of the object is ended with it.
    await pipeline(Readable.from(body, { objectMode: false }), response).catch(() => response.destroy());
    return;
  }
  const text = typeof body === 'string' ? body : '';
  if (!response.hasHeader('content-length') && status !== 204 && status !== 304)
    response.setHeader('content-length', Buffer.byteLength(text));
  response.end(request.method === 'HEAD' ? '' : text);
}

function preflight(router: Router, incoming: Incoming, response: ServerResponse): void {
  const method = incoming.headers['access-control-request-method'] ?? '';
  const asked = (incoming.headers['access-control-request-headers'] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const allowed = router.cors(incoming, method, asked);
  response.writeHead(allowed ? 200 : 403, { ...allowed, 'content-length': 0 });
  response.end();
}

/** @throws S3Error when a part isn't UTF-8 in percent-encoding */
function parseQuery(text: string): [string, string][] {
  try {
    return text
      .split('&')
      .filter(Boolean)
      .map((pair) => {
        const at = pair.indexOf('=');
        const decode = (part: string) => decodeURIComponent(part.replaceAll('+', ' '));
        return at < 0 ? [decode(pair), ''] : [decode(pair.slice(0, at)), decode(pair.slice(at + 1))];
      });
  } catch {
    throw new S3Error('InvalidURI', "Couldn't parse the specified URI.");
  }
}
