import type { Services } from './services.ts';
import { type Holder, isStillAllowed } from './session/identify.ts';

/** What a client of a socket is sent. */
export interface SocketReader {
  send(text: string): void;
  close(): void;
}
/** What a client of a socket says. */
export interface SocketLine {
  receive(text: string): void;
  close(): void;
}

/**
 * Opens a socket for whoever shows its ticket.
 * @throws Refusal when the ticket isn't valid (any more)
 */
export type SocketHandler = (services: Services, now: number, ticket: string, reader: SocketReader, ip: string) => Promise<HeldLine>;

/** A line, and under what it was opened. */
export interface HeldLine extends SocketLine {
  holder: Holder;
}

/** How often it is looked whether a line may stay open: revoking a session acts within a second. */
const LOOK_MS = 800;

/** Closes a line as soon as what opened it has ended: a session, or an API key. */
export function watched(
  services: Services,
  clock: () => number,
  { holder, ...line }: HeldLine,
  reader: SocketReader,
  ip: string,
): SocketLine {
  const close = () => {
    clearInterval(looking);
    line.close();
  };
  const looking = setInterval(async () => {
    try {
      if (await isStillAllowed(services, holder, ip, clock())) return;
      close();
      reader.close();
    } catch (error) {
      services.log.warn({ err: error }, 'an open socket could not be checked');
    }
  }, LOOK_MS).unref();
  return { receive: line.receive, close };
}
