import type { EdgeSettings, SettingGroup } from '../../../lib/rules/cdn/edge/defaults.ts';
import type { Duration } from '../../../lib/rules/cdn/edge/protection.ts';
import { itemGroups } from '../../../lib/rules/cdn/edge/ruleLists.ts';
import { iso } from '../../../lib/time.ts';
import { problemText } from '../../core/diagnostics/diagnostics.ts';
import type { DiagnosticsPart, DiagnosticsSubject } from '../../core/registry.ts';
import { type OwnedDomain, ownedDomain, selectCertificates, selectClusters, selectLogTargets, selectRecords } from '../../db/owned.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { Account } from '../../kernel/account.ts';
import { toDomain } from '../domainView.ts';
import { loadItems, loadSetting } from '../edge/index.ts';

/** A duration in short; null stays. */
const formatTime = (time: Duration | null | undefined): string | null => (time ? `${time.value}${time.unit}` : null);

/** Records of a zone. Their number is among the facts of the domain. */
const RECORDS = 100;

/** A domain as support needs to see it: how it is set up, and what of that doesn’t work. */
export async function domainDiagnostics(db: Db | Tx, account: Account, { kind, id }: DiagnosticsSubject): Promise<DiagnosticsPart[]> {
  if (kind !== 'domain') return [];
  const domain = await ownedDomain(db, account, id);
  return [
    { title: 'diagnostics:domain', facts: await domainFacts(db, domain) },
    { title: 'diagnostics:settings', facts: await settingFacts(db, domain) },
    { title: 'diagnostics:rules', facts: await ruleFacts(db, domain) },
    { title: 'diagnostics:records', facts: await recordFacts(db, domain) },
    { title: 'diagnostics:certificates', facts: await certificateFacts(db, domain) },
    { title: 'diagnostics:clusters', facts: await clusterFacts(db, domain) },
    { title: 'diagnostics:logTargets', facts: await targetFacts(db, domain) },
  ];
}

async function domainFacts(db: Db | Tx, domain: OwnedDomain) {
  const check = await db
    .selectFrom('domainCheck')
    .select(['seen', 'current', 'signed'])
    .where('domainId', '=', domain.id)
    .executeTakeFirst();
  const zone = await db.selectFrom('desired').selectAll().where('kind', '=', 'zone').where('domainId', '=', domain.id).executeTakeFirst();
  const stops = await db.selectFrom('domainSuspension').select('reason').where('domainId', '=', domain.id).orderBy('reason').execute();
  return {
    ...toDomain(domain),
    stopped: stops.map(({ reason }) => reason),
    nameServersFound: check && { result: check.seen, hosts: check.current, ds: check.signed === true },
    zone: zone && {
      status: zone.status,
      wantedVersion: zone.wantedVersion,
      observedVersion: zone.observedVersion,
      problem: problemText(zone.reason, zone.reasonParams),
    },
  };
}

/** The settings that support reads. Exceptions and lists are addresses and paths of the customer’s own: only how many there are. */
const settings: { [A in SettingGroup]: (setting: EdgeSettings[A]) => Record<string, unknown> } = {
  https: ({ enabled, httpToHttps, tlsVersions, hsts, http2, http3, backendProtocol, originCheck, websockets }) => ({
    enabled,
    httpToHttps,
    tlsVersions,
    hsts: { ...hsts, maxAge: `${hsts.maxAge.value}${hsts.maxAge.unit}` },
    http2,
    http3,
    backendProtocol,
    originCheck,
    websockets,
  }),
  cache: ({
    level,
    ttl,
    defaultTtl,
    clientErrorTtl,
    serverErrorTtl,
    heuristicFreshness,
    browserTtl,
    ignoreCacheControl,
    developmentMode,
    developmentUntil,
    alwaysOnline,
    mergeSlashes,
  }) => ({
    level,
    ttl: formatTime(ttl),
    defaultTtl: formatTime(defaultTtl),
    clientErrorTtl: formatTime(clientErrorTtl),
    serverErrorTtl: formatTime(serverErrorTtl),
    heuristicFreshness,
    browserTtl: formatTime(browserTtl),
    ignoreCacheControl,
    developmentMode,
    developmentUntil,
    alwaysOnline,
    mergeSlashes,
  }),
  optimization: ({ minify, webp, imageResize, imageQuality }) => ({ minify, webp, imageResize, imageQuality }),
  ddos: ({ enabled, challengeType, passTime, exceptions, underAttackUntil }) => ({
    enabled,
    challengeType,
    passTime: `${passTime.value}${passTime.unit}`,
    exceptions: exceptions.length,
    underAttackUntil,
  }),
  waf: ({ mode, sensitivity, modules, profiles, detectionUntil }) => ({
    mode,
    sensitivity,
    profiles,
    off: modules.filter(({ enabled }) => !enabled).map(({ id }) => id),
    detectionUntil,
  }),
  firewall: ({ defaultMode, countryWhitelist }) => ({
    defaultMode,
    countryList: { enabled: countryWhitelist.enabled, countries: countryWhitelist.countries },
  }),
};

async function settingFacts(db: Db | Tx, domain: OwnedDomain) {
  const one = async <A extends SettingGroup>(group: A) => [group, settings[group](await loadSetting(db, domain, group))] as const;
  const facts: Record<string, unknown> = {};
  for (const group of Object.keys(settings) as SettingGroup[]) {
    const [name, fact] = await one(group);
    facts[name] = fact;
  }
  return facts;
}

/** How many rules of each list are deployed, drafts and off, and of the page rules what each of them sets. */
async function ruleFacts(db: Db | Tx, domain: OwnedDomain) {
  const facts: Record<string, unknown> = {};
  for (const group of itemGroups) {
    const items = await loadItems(db, domain, group);
    facts[group] = {
      total: items.length,
      deployed: items.filter(({ deploy }) => deploy).length,
      drafts: items.filter(({ draft }) => draft).length,
    };
  }
  const pageRules = await loadItems(db, domain, 'pageRule');
  facts.pageRules = pageRules.map(({ path, mode, priority, deploy, draft, settings: set }) => ({
    path,
    mode,
    priority,
    deployed: deploy,
    draft,
    sets: Object.keys(set),
  }));
  return facts;
}

/** What the zone answers. TXT records may hold anything, so only their length is included. */
async function recordFacts(db: Db | Tx, domain: OwnedDomain): Promise<(readonly [string, string])[]> {
  const rows = await selectRecords(db, domain).selectAll().orderBy('name').orderBy('type').orderBy('id').limit(RECORDS).execute();
  return rows.map(({ name, type, content, ttl, proxy }) => [
    `${type} ${name}`,
    `${type === 'TXT' ? `(${content.length} characters)` : content} · TTL ${ttl ?? 'auto'}${proxy ? ' · CDN' : ''}`,
  ]);
}

async function certificateFacts(db: Db | Tx, domain: OwnedDomain) {
  const rows = await selectCertificates(db, domain)
    .select(['kind', 'status', 'hosts', 'attachedHosts', 'issuer', 'issuedAt', 'expiresAt', 'reason', 'reasonParams'])
    .orderBy('id')
    .execute();
  return Object.fromEntries(
    rows.map(({ hosts, attachedHosts, issuedAt, expiresAt, reason, reasonParams, ...row }, index) => [
      index + 1,
      {
        ...row,
        hosts,
        usedFor: attachedHosts,
        issuedAt: iso(issuedAt),
        expiresAt: iso(expiresAt),
        problem: problemText(reason, reasonParams),
      },
    ]),
  );
}

/** Without the headers that health checks send and expect: they may sign in. */
async function clusterFacts(db: Db | Tx, domain: OwnedDomain) {
  const rows = await selectClusters(db, domain)
    .select(['id', 'name', 'protocol', 'port', 'algorithm', 'monitoring'])
    .orderBy('name')
    .execute();
  const facts: Record<string, unknown> = {};
  for (const { id, name, monitoring, ...row } of rows) {
    const servers = await db
      .selectFrom('clusterServer')
      .select(['address', 'port', 'weight', 'backup', 'health', 'reason'])
      .where('clusterId', '=', id)
      .orderBy('place')
      .execute();
    facts[name] = { ...row, monitored: monitoring !== null, servers };
  }
  return facts;
}

/** Where logs are sent to, without path and query. */
async function targetFacts(db: Db | Tx, domain: OwnedDomain) {
  const rows = await selectLogTargets(db, domain).select(['target', 'format', 'enabled', 'reason', 'status']).orderBy('id').execute();
  return Object.fromEntries(
    rows.map(({ target, format, enabled, reason, status }, index) => [
      index + 1,
      { host: URL.canParse(target) ? new URL(target).host : '', format, enabled, problem: reason, status },
    ]),
  );
}
