import type { EdgeConfig } from '../../../lib/rules/cdn/edge/config.ts';
import { type OwnedDomain, selectRecords } from '../../db/owned.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { clustersForEdge } from '../cluster/index.ts';
import { toData } from '../dns/index.ts';
import { loadItems, loadSetting } from '../edge/index.ts';
import { loadFirewall } from '../firewall/index.ts';
import { plansWithLimits } from '../plans.ts';

/** Everything that decides what happens to a request for a domain, as `traceRequest` takes it (docs/decisions/0011). */
export async function loadEdgeConfig(db: Db | Tx, domain: OwnedDomain): Promise<EdgeConfig> {
  const rows = await selectRecords(db, domain).selectAll().orderBy('id').execute();
  return {
    domain: { name: domain.name, status: domain.status },
    dns: rows.map((row) => ({ ...toData(row), id: row.id, proxy: row.proxy })),
    firewall: await loadFirewall(db, domain),
    ddos: await loadSetting(db, domain, 'ddos'),
    rateLimits: await loadItems(db, domain, 'rateLimit'),
    waf: {
      ...(await loadSetting(db, domain, 'waf')),
      rules: await loadItems(db, domain, 'waf'),
      exceptions: await loadItems(db, domain, 'wafException'),
    },
    pageRules: await loadItems(db, domain, 'pageRule'),
    https: await loadSetting(db, domain, 'https'),
    cache: { ...(await loadSetting(db, domain, 'cache')), minTtl: (await plansWithLimits(db))[domain.plan].minCacheTtl },
    optimization: await loadSetting(db, domain, 'optimization'),
    ...(await clustersForEdge(db, domain)),
  };
}
