import type { EdgeConfig } from '../../lib/rules/edge/config.ts';
import { clustersForEdge } from '../cluster/rows.ts';
import { type OwnedDomain, recordsOf } from '../db/owned.ts';
import type { Db, Tx } from '../db/schema.ts';
import { catalogue } from '../db/seeds/catalogue.ts';
import { toData } from '../dns/records.ts';
import { wallOf } from '../firewall/wall.ts';
import { itemsOf } from './items.ts';
import { settingOf } from './settings.ts';

/** Everything that decides what happens to a request for a domain, as `traceRequest` takes it (docs/decisions/0011). */
export async function edgeConfigOf(db: Db | Tx, domain: OwnedDomain): Promise<EdgeConfig> {
  const rows = await recordsOf(db, domain).selectAll().execute();
  return {
    domain: { name: domain.name, status: domain.status },
    dns: rows.map((row) => ({ ...toData(row), id: row.id, proxy: row.proxy === 1 })),
    firewall: await wallOf(db, domain),
    ddos: await settingOf(db, domain, 'ddos'),
    rateLimits: await itemsOf(db, domain, 'rateLimit'),
    waf: {
      ...(await settingOf(db, domain, 'waf')),
      rules: await itemsOf(db, domain, 'waf'),
      exceptions: await itemsOf(db, domain, 'wafException'),
    },
    paths: await itemsOf(db, domain, 'path'),
    https: await settingOf(db, domain, 'https'),
    cache: { ...(await settingOf(db, domain, 'cache')), minTtl: catalogue.plans[domain.plan].minCacheTtl },
    optimization: await settingOf(db, domain, 'optimization'),
    ...(await clustersForEdge(db, domain)),
  };
}
