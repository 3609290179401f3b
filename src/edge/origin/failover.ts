import type { Dispatcher } from 'undici';
import type { OriginError } from '../../lib/rules/cdn/edge/responses.ts';
import type { Decision } from '../request/decision.ts';
import type { Exchange } from '../request/exchange.ts';
import { idempotent, type Sent } from './origins.ts';
import { dialErrorCause } from './resolve.ts';
import { forwardTarget, type Target } from './target.ts';

/** Servers that one request is sent to at most. */
const maxServers = 3;

/** There was no connection, so the server can't have processed the request. */
const unsent: ReadonlySet<OriginError> = new Set([
  'dns_error',
  'connection_refused',
  'connection_timeout',
  'destination_ip_unroutable',
  'tls_protocol_error',
]);
/** The connection ended before any byte of a response. */
const unanswered: ReadonlySet<OriginError> = new Set(['connection_terminated', 'http_response_timeout']);

/**
 * Sends a request to a server, and to the next one of its cluster while servers fail before they respond: any request that can't have
 * been processed, and one that was sent only if repeating it changes nothing (RFC 9110 section 9.2.2). The domain's budget of retries
 * bounds it.
 *
 * @throws what the last server failed with
 */
export async function sendToOrigin(exchange: Exchange, decision: Decision, first: Target, sent: Sent): Promise<Dispatcher.ResponseData> {
  const { site, tools, logged } = exchange;
  const failed: string[] = [];
  for (let target = first; ; ) {
    if (decision === exchange.decision) logged.server = target.server;
    try {
      return await tools.origins.send(site, target, sent);
    } catch (error) {
      failed.push(target.server);
      const next = mayRepeat(error, sent) && failed.length < maxServers ? nextTarget(exchange, decision, failed) : null;
      if (!next) throw error;
      tools.log.debug({ err: error, server: target.server, next: next.server }, 'edge request repeated at another server');
      target = next;
    }
  }
}

function mayRepeat(error: unknown, { method, body, signal }: Sent): boolean {
  if (signal.aborted || (body !== null && !Buffer.isBuffer(body))) return false;
  const cause = dialErrorCause(error);
  return unsent.has(cause) || (unanswered.has(cause) && idempotent.has(method));
}

/** The server that the engine selects without those that failed; null: there is none, or no retry is left. */
function nextTarget({ site, tools, logged }: Exchange, decision: Decision, failed: readonly string[]): Target | null {
  // A host that isn't proxied has one server.
  if (decision.end) return null;
  const { id } = site.policy;
  const facts = { ...tools.origins.facts(id, tools.turn()), failed };
  const [step] = decision.preview('cluster', { seen: facts }).steps;
  if (step?.reasonKey !== 'edge:reason.clusterFailover' || !tools.origins.health.spendRetry(id)) return null;
  decision.reevaluate('cluster', { seen: facts });
  logged.layer = 'cluster';
  logged.reason = 'clusterFailover';
  return forwardTarget(decision);
}
