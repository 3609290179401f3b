import type { EdgeDeploy } from '../../../lib/contract/cdn/deploy.ts';
import { type Finding, type PostureFacts, postureOf } from '../../../lib/rules/cdn/domain/posture.ts';
import { catalogue } from '../../core/catalogue.ts';
import { clustersOf, type OwnedDomain, recordsOf, sslOf } from '../../db/owned.ts';
import type { Db } from '../../db/schema.ts';
import { itemsOf } from '../edge/items.ts';
import { settingOf } from '../edge/settings.ts';
import { showCurrent, termOf } from '../plan/term.ts';
import { attachedOf } from '../ssl/state.ts';
import { countedFeatures } from './counts.ts';

/**
 * What is known of an owned domain, judged at `now` (epoch ms).
 * @param publishFailed the name servers refused what was saved last
 * @param signs whether the name servers sign zones
 * @param edge what edges have confirmed; undefined: none is connected
 */
export async function postureAt(
  db: Db,
  domain: OwnedDomain,
  { now, publishFailed, edge, signs }: { now: number; publishFailed: boolean; edge: EdgeDeploy | undefined; signs: boolean },
): Promise<Finding[]> {
  const rules = await itemsOf(db, domain, 'firewall');
  const { pageRules } = await countedFeatures(db, domain);
  const proxied = await recordsOf(db, domain)
    .where('proxy', '=', 1)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const { unpaid } = showCurrent(catalogue.plans, domain, await termOf(db, domain), now);
  const facts: PostureFacts = {
    hasEdge: edge !== undefined,
    edgeRefusal: edge?.status === 'failed' ? (refusals[edge.reason?.code ?? ''] ?? 'policy') : null,
    status: domain.status,
    isCname: domain.setupMode === 'cname',
    hasMovedAway: domain.movedAwayAt !== null,
    publishFailed,
    certificates: (await sslOf(db, domain).selectAll().execute()).map((row) => ({
      kind: row.kind,
      status: row.status,
      expiresAt: row.expiresAt,
      isAttached: attachedOf(row).length > 0,
      isSelfSigned: row.isSelfSigned === 1,
      hasFault: row.reason !== null,
    })),
    https: await settingOf(db, domain, 'https'),
    waf: await settingOf(db, domain, 'waf'),
    firewall: { rules: rules.length, drafts: rules.filter(({ draft }) => draft).length },
    cache: await settingOf(db, domain, 'cache'),
    clusters: await healthOf(db, domain),
    dnssec: signs ? domain.dnssecStatus : 'planned',
    records: { used: domain.recordCount, limit: catalogue.limits.dnsRecords, proxied: Number(proxied.count) },
    pageRules: { used: pageRules.used ?? 0, limit: pageRules.limit ?? null },
    unpaid: unpaid && { disablesAt: Date.parse(unpaid.disablesAt), isDisabled: unpaid.disabledAt !== null },
  };
  return postureOf(facts, now);
}

const refusals: Readonly<Record<string, PostureFacts['edgeRefusal']>> = {
  'deploy:reason.edgeCertificate': 'certificate',
  'deploy:reason.edgeSize': 'size',
};

/** What monitoring has found of the servers of each cluster. */
async function healthOf(db: Db, domain: OwnedDomain): Promise<PostureFacts['clusters']> {
  const rows = await clustersOf(db, domain)
    .innerJoin('clusterServer', 'clusterServer.clusterId', 'cluster.id')
    .select(['cluster.id', 'clusterServer.health'])
    .execute();
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((own) => own.map(({ health }) => health));
}
