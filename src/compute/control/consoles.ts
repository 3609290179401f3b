import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { connectUnix } from '../../lib/node/unixSocket.ts';
import type { Context } from '../context.ts';
import { isId } from '../protocol.ts';

/** Bytes that a slow reader may be behind; a console isn't a file transfer. */
const MAX_BACKLOG = 4_194_304;

/**
 * `GET /servers/ID/console?kind=serial|graphical` with an upgrade: after it, the bytes of the serial port, beginning with its latest
 * output, or of the display's protocol (RFB).
 */
export function openConsole({ machines }: Context, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const url = new URL(request.url ?? '', 'http://compute');
  const [, id = ''] = /^\/servers\/([^/]+)\/console$/.exec(url.pathname) ?? [];
  const kind = url.searchParams.get('kind');
  const running = isId(id) ? machines.get(id) : null;
  socket.on('error', () => socket.destroy());
  if (!running || (kind !== 'serial' && kind !== 'graphical')) {
    socket.end(`HTTP/1.1 ${running ? '400 Bad Request' : '404 Not Found'}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
    return;
  }
  const accept = () => socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: console\r\nConnection: Upgrade\r\n\r\n');
  if (kind === 'graphical') {
    const display = connectUnix(running.machine.files.display);
    display.on('error', () => socket.destroy());
    display.once('connect', () => {
      accept();
      if (head.length > 0) display.write(head);
      display.pipe(socket).pipe(display);
    });
    socket.on('close', () => display.destroy());
    return;
  }
  accept();
  const { serial } = running;
  const end = serial.read(
    (bytes) => {
      if (socket.writableLength > MAX_BACKLOG) socket.destroy();
      else socket.write(bytes);
    },
    () => socket.end(),
  );
  if (head.length > 0) serial.write(head);
  socket.on('data', (bytes: Buffer) => serial.write(bytes));
  socket.on('close', end);
}
