import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import type { EdgeLogEntry } from '../../lib/rules/cdn/edge/bundle.ts';
import type { EdgeRequest } from '../../lib/rules/cdn/edge/types.ts';
import { readTarget, type Target } from '../../lib/rules/core/requestPath.ts';
import { countHeader } from '../base/headers.ts';
import type { Tools } from '../base/tools.ts';
import type { Site } from '../control/policies.ts';
import type { Visitor } from '../listen/visitor.ts';
import type { Decision } from './decision.ts';
import { type Host, readHost } from './hosts.ts';

/** The connection of a visitor who asks to change its protocol, and the bytes that came after the request. */
export interface Upgrade {
  socket: Duplex;
  head: Buffer;
}

/** What the log says about the response. Each step fills in its part. */
export interface Logged {
  status: number;
  bytes: number;
  originBytes: number;
  originStatus: number | null;
  originMs: number | null;
  server: string;
  cache: EdgeLogEntry['cache'];
  outcome: EdgeLogEntry['outcome'];
  layer: string;
  reason: string;
}

/** A request as it arrived: perhaps unreadable, perhaps for no domain of this edge. */
export interface Arrival {
  readonly id: string;
  /** Epoch ms, and the same moment of the monotonic clock. */
  readonly now: number;
  readonly began: number;
  readonly tools: Tools;
  readonly visitor: Visitor;
  readonly upgrade: Upgrade | null;
  /** An empty name: it isn't readable. */
  readonly host: Host;
  readonly site: Site | null;
  /** The target of the request line, or `:path`; and its parts, null if it can't be read. */
  readonly received: string;
  readonly parsed: Target | null;
  /** The host as it was written: the target or `:authority` overrules Host (RFC 9112 section 3.2.2, RFC 9113 section 8.3.1). */
  readonly hostText: string;
  readonly logged: Logged;
}

/** A request that was read, with the decision about it. */
export interface Exchange extends Arrival {
  readonly site: Site;
  /** Path and query in their normal form, as the origin gets them. */
  readonly target: string;
  /** As the engine takes it. */
  readonly request: EdgeRequest;
  /** Header names in lower case; one string each. */
  readonly headers: Readonly<Record<string, string>>;
  /** Without those of the edge itself. */
  readonly cookies: string;
  readonly decision: Decision;
}

export function arrive(tools: Tools, visitor: Visitor, upgrade: Upgrade | null): Arrival {
  const { url = '/', rawHeaders, headers } = visitor.request;
  const { ':authority': authority, host: hostHeader } = headers;
  // Two names would let this edge and an origin disagree about the site (RFC 9112 section 3.2, RFC 9113 section 8.3.1).
  const isClear =
    countHeader(rawHeaders, 'host') <= 1 &&
    (authority === undefined || hostHeader === undefined || hostHeader.toLowerCase() === String(authority).toLowerCase());
  const parsed = readTarget(url);
  const hostText = parsed?.authority ?? String(authority ?? hostHeader ?? '');
  const host = (isClear ? readHost(hostText, tools.previewZone) : null) ?? { name: '', isPreview: false };
  const logged: Logged = {
    status: 0,
    bytes: 0,
    originBytes: 0,
    originStatus: null,
    originMs: null,
    server: '',
    cache: 'none',
    outcome: 'failed',
    layer: '',
    reason: '',
  };
  const site = host.name === '' ? null : tools.sites.of(host.name);
  const began = performance.now();
  return { id: randomUUID(), now: Date.now(), began, tools, visitor, upgrade, host, hostText, site, received: url, parsed, logged };
}
