import { chmodSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { listenUnix } from '../../lib/node/unixSocket.ts';
import type { Engine } from '../engine.ts';
import { controlSocket } from '../folders.ts';
import { isRefused, Newer, NotReady } from '../outcomes.ts';
import { openConsole } from './consoles.ts';
import { answer, BadRequest } from './routes.ts';

const MAX_BODY = 1_048_576;

/**
 * Listens on the control socket. Only this user may connect: there is no other check.
 * @throws when it can't listen
 */
export async function startControl(engine: Engine): Promise<Server> {
  const path = controlSocket(engine.folder);
  const server = createServer((request, response) => void respond(engine, request, response));
  server.on('upgrade', (request, socket, head) => void openConsole(engine, request, socket, head));
  // Left by a process that was killed: the lock of the folder excludes another one.
  rmSync(path, { force: true });
  await listenUnix(server, path);
  // Its folder is closed to others, so that nobody connects before this.
  chmodSync(path, 0o600);
  return server;
}

async function respond(engine: Engine, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [status, body] = await answer(engine, request.method ?? '', request.url ?? '', () => readBody(request)).catch((error: unknown) =>
    describeError(error, engine.log),
  );
  const json = body === null ? '' : JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) }).end(json);
}

function describeError(error: unknown, log: Logger): [number, object] {
  if (error instanceof Newer) return [409, { outdated: error.version }];
  if (isRefused(error)) return [422, { refusal: { key: error.key, params: error.params } }];
  if (error instanceof NotReady) return [503, { error: error.message }];
  if (error instanceof BadRequest) return [400, { error: error.message }];
  log.error({ err: error }, 'control request failed');
  return [500, { error: 'internal error' }];
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MAX_BODY) throw new BadRequest('the body is too long');
    parts.push(part);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString());
  } catch {
    throw new BadRequest('the body is not JSON');
  }
}
