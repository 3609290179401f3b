import tls from 'node:tls';

/** Frames of HTTP/2 as they are, for clients that misbehave (RFC 9113 section 4.1). */
export const types = { data: 0, headers: 1, reset: 3, settings: 4, ping: 6, goAway: 7, continuation: 9 } as const;
export function frame(type: keyof typeof types, flags: number, stream: number, body: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(body.length, 0, 3);
  head.writeUInt8(types[type], 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, body]);
}
export const flags = { endStream: 1, endHeaders: 4 } as const;

/** A header block without compression (RFC 7541 section 6.2.2); texts up to 126 bytes. */
export const block = (headers: Record<string, string>): Buffer =>
  Buffer.concat(
    Object.entries(headers).map(([name, value]) =>
      Buffer.concat([Buffer.from([0, name.length]), Buffer.from(name), Buffer.from([value.length]), Buffer.from(value)]),
    ),
  );
export const requestHeaders = (path: string, more: Record<string, string> = {}, authority = 'example.com', method = 'GET') =>
  block({ ':method': method, ':scheme': 'https', ':authority': authority, ':path': path, ...more });

export interface Frame {
  type: string;
  flags: number;
  stream: number;
  body: Buffer;
}

/** A connection after the prefaces. */
export async function openH2(port: number, servername: string) {
  const socket = tls.connect({ host: '127.0.0.1', port, servername, rejectUnauthorized: false, ALPNProtocols: ['h2'] });
  const frames: Frame[] = [];
  let read: Buffer = Buffer.alloc(0);
  socket.on('error', () => {});
  socket.on('data', (chunk: Buffer) => {
    read = Buffer.concat([read, chunk]);
    while (read.length >= 9 && read.length >= 9 + read.readUIntBE(0, 3)) {
      const size = read.readUIntBE(0, 3);
      const type = Object.entries(types).find(([, code]) => code === read[3])?.[0] ?? String(read[3]);
      frames.push({ type, flags: read.readUInt8(4), stream: read.readUInt32BE(5), body: read.subarray(9, 9 + size) });
      read = read.subarray(9 + size);
    }
  });
  const closed = new Promise<void>((done) => socket.once('close', () => done()));
  await new Promise((done, fail) => socket.once('secureConnect', () => done(null)).once('error', fail));
  socket.write(Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), frame('settings', 0, 0)]));
  return { socket, frames, closed, send: (...sent: Buffer[]) => socket.write(Buffer.concat(sent)) };
}
