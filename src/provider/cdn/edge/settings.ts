import { type EdgeSettings, edgeDefaults, type SettingGroup } from '../../../lib/rules/cdn/edge/defaults.ts';
import type { SignedIn } from '../../core/implement.ts';
import type { Serialized } from '../../core/serialized.ts';
import { type OwnedDomain, ownedDomain } from '../../db/owned.ts';
import type { Db, Domain, Tx } from '../../db/schema.ts';
import { refuse } from '../../kernel/refusal.ts';

/** Settings with the version that an update may send; 0: never changed. */
export type Versioned<T> = T & { version: number };

/** A change to the settings of a group; absent fields keep their value. */
export type SettingChange<A extends SettingGroup> = { [K in keyof EdgeSettings[A]]?: EdgeSettings[A][K] | undefined };

/** The settings of a group. A field that was added after a domain saved its settings has its default. */
export async function loadSetting<A extends SettingGroup>(
  db: Db | Tx,
  { id }: Pick<Domain, 'id'>,
  group: A,
): Promise<Versioned<EdgeSettings[A]>> {
  const row = await db
    .selectFrom('edgeSetting')
    .select(['value', 'version'])
    .where('domainId', '=', id)
    .where('group', '=', group)
    .executeTakeFirst();
  return { ...edgeDefaults[group], ...row?.value, version: row?.version ?? 0 };
}

/**
 * Merges `change` into the settings of a group.
 * @param observed the version that the caller has read; when it is outdated, the refusal (409) carries the current settings as `field`
 * @returns the settings before and after; the caller writes the change log
 */
export async function changeSetting<A extends SettingGroup>(
  tx: Tx,
  { now }: { now: number },
  domain: OwnedDomain,
  group: A,
  change: SettingChange<A>,
  observed?: { version: number | undefined; field: string },
): Promise<{ before: Versioned<EdgeSettings[A]>; after: Versioned<EdgeSettings[A]> }> {
  const before = await loadSetting(tx, domain, group);
  if (observed?.version !== undefined && observed.version !== before.version)
    refuse(409, 'error:versionConflict', { extra: { [observed.field]: before } });
  const changes = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const after = { ...before, ...changes, version: before.version + 1 };
  await saveSetting(tx, { now }, domain, group, after);
  return { before, after };
}

/**
 * A call that changes the settings of one group: finds the caller's domain, merges what `decide` returns into the settings and writes
 * the change log.
 * @param decide refuses settings that are invalid or not allowed
 * @param show the response for the settings after the change
 */
export const writeSetting = <A extends SettingGroup, T>(
  ctx: SignedIn,
  group: A,
  { domainId, version }: { domainId: string; version: number | undefined },
  decide: (domain: OwnedDomain, before: Versioned<EdgeSettings[A]>, tx: Tx) => SettingChange<A> | Promise<SettingChange<A>>,
  show: (after: Versioned<EdgeSettings[A]>, domain: OwnedDomain, tx: Tx) => T | Promise<T>,
): Promise<Serialized<T>> =>
  ctx.write(async ({ tx, log }) => {
    const domain = await ownedDomain(tx, ctx.account, domainId);
    const change = await decide(domain, await loadSetting(tx, domain, group), tx);
    const { before, after } = await changeSetting(tx, ctx, domain, group, change, { version, field: group });
    await log({ action: 'update', entity: { type: group, id: domain.id, name: domain.name }, domainId: domain.id, before, after });
    return show(after, domain, tx);
  });

/** Writes the settings of a group as given, for jobs and seeds, including `version`. */
export async function saveSetting<A extends SettingGroup>(
  tx: Tx,
  { now }: { now: number },
  { id: domainId }: Pick<Domain, 'id'>,
  group: A,
  { version, ...setting }: Versioned<EdgeSettings[A]>,
): Promise<void> {
  const row = { value: setting, version, updatedAt: now };
  await tx
    .insertInto('edgeSetting')
    .values({ domainId, group, ...row })
    .onConflict((conflict) => conflict.columns(['domainId', 'group']).doUpdateSet(row))
    .execute();
}
