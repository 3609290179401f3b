import { type DomainConfiguration, fileGroups } from '../../../lib/contract/cdn/configuration.ts';
import type { SettingGroup } from '../../../lib/rules/cdn/edge/defaults.ts';
import type { EdgeItems, ItemGroup } from '../../../lib/rules/cdn/edge/ruleLists.ts';
import { canonical } from '../../../lib/rules/core/canonical.ts';
import { iso } from '../../../lib/time.ts';
import { type OwnedDomain, selectClusters, selectCustomPages, selectFirewallGroups, selectRecords } from '../../db/owned.ts';
import type { Db, DnsRow, Tx } from '../../db/schema.ts';
import { draftFromRows, loadClusterServers } from '../cluster/index.ts';
import { loadDnsSettings, toRecord } from '../dns/index.ts';
import { type Item, isAhead, itemData, loadItems, loadSetting } from '../edge/index.ts';
import { showWaf } from '../waf/index.ts';
import { recordToRelative, toRelative } from './relative.ts';

export type Entry = Record<string, unknown>;
/** An entry of the file, and the row it stands for. */
export interface Exported {
  id: string;
  entry: Entry;
}
export const settingGroups = ['https', 'cache', 'optimization', 'ddos', 'waf', 'firewall'] as const satisfies readonly SettingGroup[];

const by =
  (...keys: string[]) =>
  ({ entry: a }: Exported, { entry: b }: Exported): number => {
    const [x, y] = [a, b].map((entry) => JSON.stringify(keys.map((key) => entry[key] ?? null)));
    return x === y ? 0 : String(x) < String(y) ? -1 : 1;
  };

/** The clusters of records and page rules, as in the file: by name. */
async function clusterNames(db: Db | Tx, domain: OwnedDomain): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('clusterRoute')
    .innerJoin('cluster', 'cluster.id', 'clusterRoute.clusterId')
    .select(['clusterRoute.id', 'cluster.name'])
    .where('clusterRoute.domainId', '=', domain.id)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const recordEntry = (row: DnsRow, domain: OwnedDomain): Entry => {
  const { id: _, version: __, updatedAt: ___, service, protocol, target, ...record } = toRecord(row);
  return recordToRelative(record, domain.name);
};

export async function exportRecords(db: Db | Tx, domain: OwnedDomain): Promise<Exported[]> {
  const rows = await selectRecords(db, domain).selectAll().execute();
  return rows
    .map((row) => ({ id: row.id, entry: recordEntry(row, domain) }))
    .sort(by('name', 'type', 'content', 'priority', 'weight', 'port'));
}

export async function exportDnsSettings(db: Db | Tx, domain: OwnedDomain): Promise<Entry> {
  const { version: _, ...settings } = await loadDnsSettings(db, domain);
  return { ...settings };
}

/** Settings without what is temporary or belongs to this domain only: modes with an end, what browsers remember of HSTS. */
export async function exportSetting(db: Db | Tx, domain: OwnedDomain, group: SettingGroup, now: number): Promise<Entry> {
  switch (group) {
    case 'https': {
      const { version: _, hstsRememberedUntil: __, ...rest } = await loadSetting(db, domain, 'https');
      return { ...rest };
    }
    case 'cache': {
      const { version: _, developmentMode: __, developmentUntil: ___, ...rest } = await loadSetting(db, domain, 'cache');
      return { ...rest };
    }
    case 'ddos': {
      const { version: _, underAttackUntil: __, ...rest } = await loadSetting(db, domain, 'ddos');
      return toRelative({ ...rest }, domain.name);
    }
    case 'waf': {
      const { mode, sensitivity, modules, profiles } = showWaf(await loadSetting(db, domain, 'waf'), now, (key) => key);
      // Detection ends by itself, in off.
      const settings = modules.map(({ id, enabled, action }) => ({ id, enabled, action }));
      return { mode: mode === 'on' ? 'on' : 'off', sensitivity, modules: settings, profiles };
    }
    default: {
      const { version: _, ...rest } = await loadSetting(db, domain, group);
      return { ...rest };
    }
  }
}

/** The groups of addresses by ID, for rules that refer to one: those of the domain and those of the whole account. */
export async function groupTitles(db: Db | Tx, domain: OwnedDomain): Promise<Map<string, string>> {
  const rows = await selectFirewallGroups(db, domain).select(['id', 'title']).execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}

function ruleEntry(data: EdgeItems[ItemGroup], group: ItemGroup, domain: OwnedDomain, titles: Map<string, string>, now: number): Entry {
  const entry: Entry = { ...data };
  if (group === 'wafException') delete entry.priority;
  if (group === 'firewall') {
    if (entry.kind === 'group') entry.value = titles.get(String(entry.value)) ?? entry.value;
    if (!isAhead(entry.expiresAt as string | null | undefined, now)) delete entry.expiresAt; // a stored rule of this list
  }
  return toRelative(entry, domain.name);
}

export async function exportRules(db: Db | Tx, domain: OwnedDomain, group: ItemGroup, now: number): Promise<Exported[]> {
  const titles = group === 'firewall' ? await groupTitles(db, domain) : new Map<string, string>();
  const rules = (await loadItems(db, domain, group)).map((item: Item<ItemGroup>): Exported => {
    const of = (data: EdgeItems[ItemGroup]) => ruleEntry(data, group, domain, titles, now);
    const state = item.deploy ? 'deployed' : item.draft ? 'draft' : 'off';
    return {
      id: item.id,
      entry: { ...of(itemData(item)), state, ...(item.deployed && { deployed: of(item.deployed as EdgeItems[ItemGroup]) }) }, // of the same list
    };
  });
  // The order of exceptions has no meaning.
  return group === 'wafException' ? rules.sort((a, b) => (canonical(a.entry) < canonical(b.entry) ? -1 : 1)) : rules;
}

export async function exportGroups(db: Db | Tx, domain: OwnedDomain): Promise<Exported[]> {
  const rows = await selectFirewallGroups(db, domain).where('domainId', '=', domain.id).selectAll().execute();
  return rows.map(({ id, title, addresses }) => ({ id, entry: { title, ipAddresses: addresses } })).sort(by('title'));
}

/** Clusters without the headers that checks send: they may be secrets. */
export async function exportClusters(db: Db | Tx, domain: OwnedDomain): Promise<Exported[]> {
  const all: Exported[] = [];
  for (const row of await selectClusters(db, domain).selectAll().execute()) {
    const { monitoring, ...draft } = draftFromRows(row, await loadClusterServers(db, row));
    const { sentHeaders: _, ...checks } = monitoring ?? { sentHeaders: {} };
    all.push({ id: row.id, entry: toRelative({ ...draft, monitoring: monitoring && checks }, domain.name) });
  }
  return all.sort(by('name'));
}

export async function exportPages(db: Db | Tx, domain: OwnedDomain): Promise<Exported[]> {
  const rows = await selectCustomPages(db, domain).selectAll().execute();
  return rows
    .map(({ id, kind, statusCode, title, html, enabled }) => ({
      id,
      entry: { kind, ...(statusCode > 0 && { statusCode }), title, enabled, html },
    }))
    .sort(by('kind', 'statusCode', 'title', 'enabled', 'html'));
}

const entries = (list: readonly Exported[]) => list.map(({ entry }) => entry);

/** A domain's configuration as a file: no IDs, no secrets, in an order that depends on the content only. */
export async function exportConfiguration(db: Db | Tx, domain: OwnedDomain, now: number): Promise<DomainConfiguration> {
  const clusters = await clusterNames(db, domain);
  const connected = (list: readonly Exported[]) =>
    list.map(({ id, entry }) => ({ ...entry, ...(clusters.has(id) && { cluster: clusters.get(id) }) }));
  const settings: Entry = {};
  for (const group of settingGroups) settings[group] = await exportSetting(db, domain, group, now);
  const rules: Entry = {};
  for (const group of fileGroups) rules[group] = connected(await exportRules(db, domain, group, now));
  return {
    format: 'nasim-domain',
    version: 1,
    domain: domain.name,
    exportedAt: iso(now),
    dns: { settings: await exportDnsSettings(db, domain), records: connected(await exportRecords(db, domain)) },
    settings,
    rules,
    firewallGroups: entries(await exportGroups(db, domain)),
    clusters: entries(await exportClusters(db, domain)),
    customPages: entries(await exportPages(db, domain)),
  } as DomainConfiguration; // the lists above are the keys of its schema
}
