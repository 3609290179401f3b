import type { EdgeConfig } from '../../../lib/rules/cdn/edge/config.ts';
import { catalogue } from '../../core/catalogue.ts';
import { type OwnedDomain, recordsOf } from '../../db/owned.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { clustersForEdge } from '../cluster/rows.ts';
import { toData } from '../dns/records.ts';
import { firewallOf } from '../firewall/state.ts';
import { itemsOf } from './items.ts';
import { settingOf } from './settings.ts';

/** Everything that decides what happens to a request for a domain, as `traceRequest` takes it (docs/decisions/0011). */
export async function edgeConfigOf(db: Db | Tx, domain: OwnedDomain): Promise<EdgeConfig> {
  const rows = await recordsOf(db, domain).selectAll().orderBy('id').execute();
  return {
    domain: { name: domain.name, status: domain.status },
    dns: rows.map((row) => ({ ...toData(row), id: row.id, proxy: row.proxy === 1 })),
    firewall: await firewallOf(db, domain),
    ddos: await settingOf(db, domain, 'ddos'),
    rateLimits: await itemsOf(db, domain, 'rateLimit'),
    waf: {
      ...(await settingOf(db, domain, 'waf')),
      rules: await itemsOf(db, domain, 'waf'),
      exceptions: await itemsOf(db, domain, 'wafException'),
    },
    pageRules: await itemsOf(db, domain, 'pageRule'),
    https: await settingOf(db, domain, 'https'),
    cache: { ...(await settingOf(db, domain, 'cache')), minTtl: catalogue.plans[domain.plan].minCacheTtl },
    optimization: await settingOf(db, domain, 'optimization'),
    ...(await clustersForEdge(db, domain)),
  };
}
