import { matchCluster } from '../../lib/rules/cdn/edge/cluster.ts';
import type { RequestCounts } from '../../lib/rules/cdn/edge/types.ts';
import type { Headers } from '../base/headers.ts';
import { affinityPrefix } from '../pages/passes.ts';
import type { Exchange } from '../request/exchange.ts';

/** What the cluster layer takes into account for a request of a visitor. */
export function originFacts({ site, tools, decision, visitor, now }: Exchange): RequestCounts {
  const { cookie } = visitor.request.headers;
  const facts = tools.origins.facts(site.policy.id, tools.turn());
  const cluster = cookie?.includes(affinityPrefix) && matchCluster(decision.passage);
  return cluster ? { ...facts, bound: tools.affinity.read(cookie ?? '', cluster, now) } : facts;
}

/** Adds `Set-Cookie` to a response of a cluster's server for a visitor who isn't bound to that server yet. */
export function bindVisitor({ decision, tools, visitor, now }: Exchange, headers: Headers): void {
  const seconds = decision.effect('cluster', 'affinity');
  const step = decision.last('cluster');
  if (typeof seconds !== 'number' || !step?.item || step.reasonKey === 'edge:reason.clusterAffinity') return;
  const cookie = tools.affinity.cookie(step.item.id, String(step.params.server), now, seconds, visitor.scheme === 'https');
  headers['set-cookie'] = [headers['set-cookie'] ?? [], cookie].flat();
}
