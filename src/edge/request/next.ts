import type { EdgeLogEntry } from '../../lib/rules/cdn/edge/bundle.ts';
import type { Headers } from '../base/headers.ts';
import type { CacheRequest, Copy } from '../cache/copies.ts';
import type { Target } from '../origin/target.ts';
import type { Peeked } from './body.ts';

/** A complete response. */
export interface Reply {
  status: number;
  headers: Headers;
  /** Null: none, and no length of one. */
  body: Buffer | string | null;
  outcome: EdgeLogEntry['outcome'];
}

/** What a request and its response have to do with the cache. */
export interface Cached {
  request: CacheRequest;
  /** A copy that isn't fresh. */
  stale: Copy | null;
}

/** Requests the origin. */
export interface Fetch {
  step: 'fetch';
  /** Null: there is none, or it wasn't read yet. */
  body: Peeked | null;
  /** Null: the response has nothing to do with the cache. */
  cached: Cached | null;
  /** Whether other requests for the same copy may wait for this one. */
  isFirst: boolean;
  /** Null: the one that the cluster layer selects. */
  target: Target | null;
}

/** Answers with a copy. `outcome`: `forwarded` if the origin has just confirmed it. */
export interface Serve {
  step: 'serve';
  copy: Copy;
  outcome: 'served' | 'forwarded';
}

/** What a request needs next; each step returns the one after it. */
export type Next =
  | { step: 'admit' }
  | { step: 'lookup'; request: CacheRequest }
  | Serve
  | Fetch
  | { step: 'respond'; reply: Reply }
  /** The connection ends without a response: the visitor's version of TLS is refused, for instance. */
  | { step: 'abort' }
  /** The response is written. */
  | { step: 'done' };

export const done: Next = { step: 'done' };
export const respondWith = (reply: Reply): Next => ({ step: 'respond', reply });
