import type { Logger } from 'pino';
import { type Holder, isStillAllowed } from './session/identify.ts';

/** A message: text, or bytes in a binary frame. */
export type SocketData = string | Uint8Array;

/** Receives the output of a socket for its client. */
export interface SocketReader {
  send(data: SocketData): void;
  close(): void;
}
/** Receives the input of a socket's client. */
export interface SocketChannel {
  receive(data: SocketData): void;
  close(): void;
}

/** A connection and the credential that opened it. */
export interface TrackedSocket extends SocketChannel {
  holder: Holder;
  /** False: it was closed by a call, perhaps in another process. */
  isOpen?(): Promise<boolean>;
}

/** How often each connection is checked: revoking a session takes effect within a second. */
const LOOK_MS = 800;

/** Closes a connection when its credential, a session or an API key, has ended, or a call has closed it. */
export function watched(
  services: Parameters<typeof isStillAllowed>[0] & { log: Logger },
  clock: () => number,
  { holder, isOpen, ...channel }: TrackedSocket,
  reader: SocketReader,
  ip: string,
): SocketChannel {
  const close = () => {
    clearInterval(looking);
    channel.close();
  };
  const looking = setInterval(async () => {
    try {
      if ((await isStillAllowed(services, holder, ip, clock())) && (!isOpen || (await isOpen()))) return;
      close();
      reader.close();
    } catch (error) {
      services.log.warn({ err: error }, 'socket check failed');
    }
  }, LOOK_MS).unref();
  return { receive: channel.receive, close };
}
