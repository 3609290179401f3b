import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Engine } from '../engine.ts';
import { isId } from '../protocol.ts';

const refuse = (socket: Duplex, status: string) => socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);

/** `GET /servers/ID/console?kind=serial|graphical` with an upgrade: after it, the bytes of the console. */
export async function openConsole({ backend, log }: Engine, request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
  const url = new URL(request.url ?? '', 'http://compute');
  const [, id = ''] = /^\/servers\/([^/]+)\/console$/.exec(url.pathname) ?? [];
  const kind = url.searchParams.get('kind');
  socket.on('error', () => socket.destroy());
  if (!isId(id)) return void refuse(socket, '404 Not Found');
  if (kind !== 'serial' && kind !== 'graphical') return void refuse(socket, '400 Bad Request');
  const stream = await backend.openConsole(id, kind).catch((error: unknown) => {
    log.warn({ err: error, server: id, kind }, 'console failed to open');
    refuse(socket, '502 Bad Gateway');
  });
  if (stream === undefined) return;
  if (stream === null) return void refuse(socket, '404 Not Found');
  if (socket.destroyed) return void stream.destroy();
  stream.on('error', () => socket.destroy());
  stream.on('close', () => socket.end());
  socket.on('close', () => stream.destroy());
  socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: console\r\nConnection: Upgrade\r\n\r\n');
  if (head.length > 0) stream.write(head);
  stream.pipe(socket).pipe(stream);
}
