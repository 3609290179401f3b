import { randomUUID } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { S3Error } from '../s3Error.ts';
import { errorDocument } from '../xml.ts';
import type { Incoming } from './auth.ts';
import type { Body } from './body.ts';
import type { Answer } from './exchange.ts';
import { diskFailure } from './failure.ts';
import type { Router } from './router.ts';

/** Idle connections are closed after this time; a body may take any time as long as bytes arrive. */
const IDLE_MS = 60_000;
const RETRY_S = 5;
const internal = () => new S3Error('InternalError', 'We encountered an internal error. Please try again.');
/** Maximum bytes to read from a refused body, so that the client can read the response. */
const DRAIN_BYTES = 4 * 1024 * 1024;

/**
 * Restrictions for objects in browsers: display only. Customers write objects and share links to them; without this, a page
 * among them could run scripts with the cookies of this host.
 */
const PROTECTION = {
  'content-security-policy': "sandbox; default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
};

export interface S3Server {
  /** The actual port. */
  port: number;
  close(): Promise<void>;
}

/** Serves S3 clients. Rejects if it can't listen on the address. @param onFault receives errors that aren't the client's */
export function serve(
  router: Router,
  at: { host: string; port: number },
  clock: () => number,
  onFault: (error: unknown) => void = () => {},
): Promise<S3Server> {
  const receive = (request: IncomingMessage, response: ServerResponse, onRead: () => void) =>
    void handle(router, request, response, clock(), onRead, onFault).catch(() => request.destroy());
  const server = http.createServer({ maxHeaderSize: 16 * 1024, requestTimeout: 0, headersTimeout: 20_000 }, (request, response) =>
    receive(request, response, () => {}),
  );
  // With `Expect: 100-continue`, the client sends its body only after the request was accepted.
  server.on('checkContinue', (request, response) => receive(request, response, () => response.writeContinue()));
  // S3 ignores other expectations.
  server.on('checkExpectation', (request, response) => receive(request, response, () => {}));
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
    const refusal = error instanceof S3Error ? error : (diskFailure(error) ?? internal());
    answer = {
      status: refusal.status,
      headers: { ...refusal.headers, 'content-type': 'application/xml', ...(refusal.status === 503 && { 'retry-after': RETRY_S }) },
      body: errorDocument({ Code: refusal.code, Message: refusal.message, ...refusal.details, Resource: path, RequestId: requestId }),
    };
    refuseBody(request, response);
  }
  await send(request, response, answer, {
    ...PROTECTION,
    ...cors,
    'x-amz-request-id': requestId,
    server: 'nasim',
    date: new Date(now).toUTCString(),
  });
}

/** Continues reading after a refusal, so that the client reads the response rather than a reset; longer bodies are cut off. */
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
    // If the client disconnects midway, the reader of the object ends too.
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
  const requested = (incoming.headers['access-control-request-headers'] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const isComplete = incoming.headers.origin !== undefined && method !== '';
  const allowed = isComplete && router.cors(incoming, method, requested);
  response.writeHead(allowed ? 200 : isComplete ? 403 : 400, { ...allowed, 'content-length': 0 });
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
