import type { EdgeDeploy } from '../../../lib/contract/cdn/deploy.ts';
import { assessPosture, type Finding, type PostureFacts } from '../../../lib/rules/cdn/domain/posture.ts';
import { catalog } from '../../core/catalog.ts';
import { type OwnedDomain, selectCertificates, selectClusters, selectRecords } from '../../db/owned.ts';
import type { Db } from '../../db/schema.ts';
import { loadItems, loadSetting } from '../edge/index.ts';
import { loadTerm, showCurrent } from '../plan/index.ts';
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
  const rules = await loadItems(db, domain, 'firewall');
  const { pageRules } = await countedFeatures(db, domain);
  const proxied = await selectRecords(db, domain)
    .where('proxy', '=', true)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  // Prices aren't judged.
  const { unpaid } = showCurrent(() => catalog.plans, domain, await loadTerm(db, domain), now);
  const facts: PostureFacts = {
    hasEdge: edge !== undefined,
    edgeRefusal: edge?.status === 'failed' ? (refusals[edge.reason?.code ?? ''] ?? 'policy') : null,
    status: domain.status,
    isCname: domain.setupMode === 'cname',
    hasMovedAway: domain.movedAwayAt !== null,
    publishFailed,
    certificates: (await selectCertificates(db, domain).selectAll().execute()).map((row) => ({
      kind: row.kind,
      status: row.status,
      expiresAt: row.expiresAt,
      isAttached: row.attachedHosts.length > 0,
      isSelfSigned: row.isSelfSigned,
      hasFault: row.reason !== null,
    })),
    https: await loadSetting(db, domain, 'https'),
    waf: await loadSetting(db, domain, 'waf'),
    firewall: { rules: rules.length, drafts: rules.filter(({ draft }) => draft).length },
    cache: await loadSetting(db, domain, 'cache'),
    clusters: await loadHealth(db, domain),
    dnssec: signs ? domain.dnssecStatus : 'planned',
    records: { used: domain.recordCount, limit: catalog.limits.dnsRecords, proxied: Number(proxied.count) },
    pageRules: { used: pageRules.used ?? 0, limit: pageRules.limit ?? null },
    unpaid: unpaid && { disablesAt: Date.parse(unpaid.disablesAt), isDisabled: unpaid.disabledAt !== null },
  };
  return assessPosture(facts, now);
}

const refusals: Readonly<Record<string, PostureFacts['edgeRefusal']>> = {
  'deploy:reason.edgeCertificate': 'certificate',
  'deploy:reason.edgeSize': 'size',
};

/** What monitoring has found of the servers of each cluster. */
async function loadHealth(db: Db, domain: OwnedDomain): Promise<PostureFacts['clusters']> {
  const rows = await selectClusters(db, domain)
    .innerJoin('clusterServer', 'clusterServer.clusterId', 'cluster.id')
    .select(['cluster.id', 'clusterServer.health'])
    .execute();
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((own) => own.map(({ health }) => health));
}
