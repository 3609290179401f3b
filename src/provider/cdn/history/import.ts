import { type ConfigurationFault, type DomainConfiguration, fileGroups } from '../../../lib/contract/cdn/configuration.ts';
import { customPage } from '../../../lib/contract/cdn/customPage.ts';
import { dnsSetting } from '../../../lib/contract/cdn/dnsSetting.ts';
import { FirewallGroupForm } from '../../../lib/contract/cdn/firewallGroup.ts';
import type { SignedIn, Writing } from '../../core/implement.ts';
import type { OwnedDomain } from '../../db/owned.ts';
import { ownedFirewallGroups } from '../../db/owned.ts';
import type { Tx } from '../../db/schema.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { customPageHandlers } from '../customPage/index.ts';
import { dnsSettingHandlers } from '../dnsSetting/index.ts';
import { firewallGroupHandlers } from '../firewallGroup/index.ts';
import { type Entry, exportDnsSettings, exportGroups, exportPages } from './configuration.ts';
import { Faults, parsed } from './faults.ts';
import { importClusters } from './importClusters.ts';
import { type Importing, noFile } from './importing.ts';
import { importRecords } from './importRecords.ts';
import { importRoutes } from './importRoutes.ts';
import { importRules } from './importRules.ts';
import { importSettings } from './importSettings.ts';
import { match } from './match.ts';

/**
 * Makes the configuration of a domain that of the file, through the same handlers as single changes, so that the same rules and
 * limits apply. Runs in the caller's transaction, which is to be rolled back when something is refused.
 * @returns what was refused, with reasons in the caller's language
 */
export async function importConfiguration(
  tx: Tx,
  ctx: SignedIn,
  domain: OwnedDomain,
  file: DomainConfiguration,
): Promise<ConfigurationFault[]> {
  const faults = new Faults(ctx.t);
  const write = async <T>(work: (writing: Writing) => Promise<T | Refusal>) => {
    const result = await work({ tx, log: async () => {} });
    if (result instanceof Refusal) throw result;
    return result as never; // not serialized: only this import reads it
  };
  const run: Importing = {
    tx,
    ctx,
    domain,
    faults,
    as: (id) => ({ ...ctx, db: tx, write, changedNothing: () => {}, ...(id !== undefined && { newId: () => id }) }),
  };
  const leave = await importRoutes(run);
  const removeClusters = file.clusters && (await importClusters(run, file.clusters));
  const groups = await importGroups(run, file.firewallGroups);
  if (file.dns?.settings) await importDnsSettings(run, file.dns.settings);
  if (file.dns?.records) leave.records = await importRecords(run, file.dns.records);
  for (const group of fileGroups) {
    const rules = file.rules?.[group];
    if (!rules) continue;
    const placed = await importRules(run, group, rules, groups.titles);
    if (group === 'pageRule') leave.paths = placed;
  }
  await leave.connect();
  await importSettings(run, file.settings ?? {});
  if (file.customPages) await importPages(run, file.customPages);
  await groups.remove();
  await removeClusters?.();
  return faults.list;
}

async function importDnsSettings({ as, tx, domain, faults }: Importing, input: Entry): Promise<void> {
  const now = await exportDnsSettings(tx, domain);
  const change = Object.fromEntries(Object.entries(input).filter(([name, value]) => value !== now[name]));
  if (Object.keys(change).length === 0) return;
  await faults.attempt({ part: 'dns.settings', index: null, name: '' }, async () =>
    dnsSettingHandlers.update(as(), parsed(dnsSetting.update.input, { ...change, domainId: domain.id }), noFile),
  );
}

/** Groups keep their IDs, because rules refer to them. A title that another domain's group has gets the domain's name. */
async function importGroups({ as, tx, domain, faults }: Importing, list: readonly Entry[] | undefined) {
  const titles = new Map<string, string>();
  const none = async () => {};
  if (!list) return { titles, remove: none };
  const others = (await ownedFirewallGroups(tx, { id: domain.accountId }).select(['title', 'addresses', 'domainId']).execute()).filter(
    ({ domainId }) => domainId !== domain.id,
  );
  const entries: { entry: Entry; place: number }[] = [];
  for (const [place, entry] of list.entries()) {
    const title = String(entry.title ?? '');
    const existing = others.find((other) => other.title.toLowerCase() === title.toLowerCase());
    if (existing?.domainId === null && JSON.stringify(existing.addresses) === JSON.stringify(entry.ipAddresses)) continue;
    const own = existing ? `${title.slice(0, 57 - domain.name.length)} (${domain.name})` : title;
    titles.set(title, own);
    entries.push({ entry: { ...entry, title: own }, place });
  }
  const { wanted, gone } = match(
    await exportGroups(tx, domain),
    entries.map(({ entry }) => entry),
    ({ title }) => String(title).toLowerCase(),
  );
  for (const { index, entry, id, isSame } of wanted) {
    if (isSame) continue;
    await faults.attempt({ part: 'firewallGroups', index: entries[index]?.place ?? null, name: String(entry.title) }, async () => {
      const form = parsed(FirewallGroupForm, entry);
      if (id === null) await firewallGroupHandlers.add(as(), { ...form, domainId: domain.id }, noFile);
      else await firewallGroupHandlers.edit(as(), { ...form, groupId: id, confirmSelfBlock: true }, noFile);
    });
  }
  const remove = async () => {
    for (const { id, entry } of gone)
      await faults.attempt({ part: 'firewallGroups', index: null, name: String(entry.title) }, async () =>
        firewallGroupHandlers.delete(as(), { groupId: id }, noFile),
      );
  };
  return { titles, remove };
}

async function importPages({ as, tx, domain, faults }: Importing, list: readonly Entry[]): Promise<void> {
  const nameOf = ({ kind, statusCode, title }: Entry) => JSON.stringify([kind, statusCode ?? 0, title]);
  const { wanted, gone } = match(await exportPages(tx, domain), list, nameOf);
  for (const { id } of gone) await customPageHandlers.delete(as(), { domainId: domain.id, pageId: id }, noFile);
  const shown = new Map<string, string>();
  for (const { index, entry, id, isSame } of wanted) {
    const place = { part: 'customPages', index, name: String(entry.title ?? '') };
    const kind = JSON.stringify([entry.kind, entry.statusCode ?? 0]);
    const other = entry.enabled === true ? shown.get(kind) : undefined;
    if (other !== undefined) faults.add(place, 'enabled', 'customPage:error.taken', { title: other });
    if (entry.enabled === true) shown.set(kind, place.name);
    if (isSame || other !== undefined) continue;
    await faults.attempt(place, async () => {
      const input = parsed(customPage.create.input, { ...entry, domainId: domain.id, replace: true });
      if (id === null) await customPageHandlers.create(as(), input, noFile);
      else await customPageHandlers.update(as(), { ...input, statusCode: input.statusCode ?? null, pageId: id }, noFile);
    });
  }
}
