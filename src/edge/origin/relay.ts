import { originReply } from '../pages/reply.ts';
import type { Exchange, Upgrade } from '../request/exchange.ts';
import { done, type Next, respondWith } from '../request/next.ts';
import type { Sent } from './origins.ts';
import { dialErrorCause } from './resolve.ts';
import type { Target } from './target.ts';

/** Connects a visitor's WebSocket to the origin. From the origin's 101 on, bytes pass in both directions. */
export async function relay(exchange: Exchange, target: Target, sent: Sent, { socket, head }: Upgrade): Promise<Next> {
  const { site, tools, logged, visitor } = exchange;
  try {
    const { headers, socket: origin } = await tools.origins.upgrade(site, target, sent);
    logged.status = 101;
    logged.outcome = 'forwarded';
    const lines = Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((one) => `${name}: ${one}`));
    // The response object would end the connection: from here on it has no part in it.
    visitor.response.detachSocket(visitor.request.socket);
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\nx-request-id: ${exchange.id}\r\n\r\n`);
    if (head.length > 0) origin.write(head);
    origin.on('data', (chunk: Buffer) => {
      logged.bytes += chunk.length;
    });
    await new Promise<void>((done) => {
      for (const [one, other] of [
        [origin, socket],
        [socket, origin],
      ] as const) {
        one.on('error', () => other.destroy());
        one.on('close', () => {
          other.destroy();
          done();
        });
      }
      origin.pipe(socket).pipe(origin);
    });
    return done;
  } catch (error) {
    return respondWith(originReply(exchange, dialErrorCause(error)));
  }
}
