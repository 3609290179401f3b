import { createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { bind } from './listen.ts';

export interface SmtpServer {
  url: string;
  /** The accepted messages, as received. */
  messages: string[];
}

/** A mail server on 127.0.0.1 that accepts everything (RFC 5321). It stops with the test. */
export async function startSmtp(): Promise<SmtpServer> {
  const messages: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let isData = false;
    let buffer = '';
    const reply = (line: string) => socket.write(`${line}\r\n`);
    reply('220 test ESMTP');
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      buffer += chunk;
      for (;;) {
        const end = buffer.indexOf(isData ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const text = buffer.slice(0, end);
        buffer = buffer.slice(end + (isData ? 5 : 2));
        if (isData) {
          messages.push(text.replace(/\r\n\.\./g, '\r\n.'));
          isData = false;
          reply('250 accepted');
        } else if (/^DATA/i.test(text)) {
          isData = true;
          reply('354 go on');
        } else if (/^QUIT/i.test(text)) {
          reply('221 bye');
          socket.end();
        } else reply('250 ok');
      }
    });
  });
  const port = await bind(server);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `smtp://127.0.0.1:${port}`, messages };
}

/** Headers of a part, unfolded and in lower case, and its decoded text. */
interface Part {
  headers: Record<string, string>;
  text: string;
}

function parsePart(source: string): Part {
  const [head = '', ...rest] = source.split('\r\n\r\n');
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { headers, text: decode(rest.join('\r\n\r\n'), headers['content-transfer-encoding'] ?? '') };
}

function decode(body: string, encoding: string): string {
  if (/base64/i.test(encoding)) return Buffer.from(body, 'base64').toString('utf8');
  if (!/quoted-printable/i.test(encoding)) return Buffer.from(body, 'latin1').toString('utf8');
  const bytes = body.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** A multipart/alternative message: its headers, its text and its HTML. */
export function readMail(source: string): { headers: Record<string, string>; text: string; html: string } {
  const [head = ''] = source.split('\r\n\r\n');
  const { headers } = parsePart(`${head}\r\n\r\n`);
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1] ?? '';
  const parts = source
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => parsePart(part.replace(/^\r\n/, '')));
  const of = (type: string) => parts.find((part) => part.headers['content-type']?.startsWith(type))?.text ?? '';
  return { headers, text: of('text/plain'), html: of('text/html') };
}
