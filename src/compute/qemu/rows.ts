import type { Socket } from 'node:net';
import { StringDecoder } from 'node:string_decoder';

/** Calls `receive` with each text that ends in a line feed. */
export function readRows(socket: Socket, receive: (text: string) => void): void {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  socket.on('data', (bytes: Buffer) => {
    const rows = (rest + decoder.write(bytes)).split('\n');
    rest = rows.pop() ?? '';
    for (const row of rows) if (row.trim() !== '') receive(row);
  });
}
