/** A request as received by Node's server, or by Astro in development. */
export interface Incoming {
  method: string;
  /** Path below `/api`, as in the URL: it is only looked up, never used to build another URL. */
  path: string;
  search: string;
  header(name: string): string | null;
  /** The whole body; throws `BodyTooLarge` as soon as it exceeds the limit. */
  bytes(limit: number): Promise<Uint8Array>;
  stream(limit: number): ReadableStream<Uint8Array>;
  /** Remote address of the socket. */
  peer: string;
  signal: AbortSignal;
}

export class BodyTooLarge extends Error {}
