import { type EdgeSettings, edgeDefaults, type SettingArea } from '../../lib/rules/edge/defaults.ts';
import { type OwnedDomain, ownedDomain } from '../db/owned.ts';
import type { Db, Domain, Tx } from '../db/schema.ts';
import { refuse, type SignedIn } from '../implement.ts';

/** Settings with the version that an update may name; 0: never changed. */
export type Versioned<T> = T & { version: number };

/** What of the settings of an area shall be otherwise; what is absent stays. */
export type SettingChange<A extends SettingArea> = { [K in keyof EdgeSettings[A]]?: EdgeSettings[A][K] | undefined };

/** The settings of an area. What was added to the shapes after a domain saved its own has its default. */
export async function settingOf<A extends SettingArea>(
  db: Db | Tx,
  { id }: Pick<Domain, 'id'>,
  area: A,
): Promise<Versioned<EdgeSettings[A]>> {
  const row = await db
    .selectFrom('edgeSetting')
    .select(['value', 'version'])
    .where('domainId', '=', id)
    .where('area', '=', area)
    .executeTakeFirst();
  const saved = row ? (JSON.parse(row.value) as EdgeSettings[A]) : {}; // only `keepSetting` writes it
  return { ...edgeDefaults[area], ...saved, version: row?.version ?? 0 };
}

/**
 * Lays `change` over the settings of an area; what of it is absent stays.
 * @param seen the version that the caller knew; another one refuses with 409 and the settings as they are, named `field`
 * @returns the settings before and after; the caller writes the change log
 */
export async function changeSetting<A extends SettingArea>(
  tx: Tx,
  { now }: { now: number },
  domain: OwnedDomain,
  area: A,
  change: SettingChange<A>,
  seen?: { version: number | undefined; field: string },
): Promise<{ before: Versioned<EdgeSettings[A]>; after: Versioned<EdgeSettings[A]> }> {
  const before = await settingOf(tx, domain, area);
  if (seen?.version !== undefined && seen.version !== before.version)
    refuse(409, 'error:versionConflict', { extra: { [seen.field]: before } });
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const after = { ...before, ...given, version: before.version + 1 };
  await keepSetting(tx, { now }, domain, area, after);
  return { before, after };
}

/**
 * A call that changes settings of one area: finds the caller's domain, lays what `decide` answers over the settings, and writes the
 * change log. `decide` refuses what can't be.
 */
export const writeSetting = <A extends SettingArea>(
  ctx: SignedIn,
  area: A,
  { domainId, version }: { domainId: string; version: number | undefined },
  decide: (domain: OwnedDomain, before: Versioned<EdgeSettings[A]>, tx: Tx) => SettingChange<A> | Promise<SettingChange<A>>,
): Promise<{ domain: OwnedDomain; after: Versioned<EdgeSettings[A]> }> =>
  ctx.write(async ({ tx, log }) => {
    const domain = await ownedDomain(tx, ctx.user, domainId);
    const change = await decide(domain, await settingOf(tx, domain, area), tx);
    const { before, after } = await changeSetting(tx, ctx, domain, area, change, { version, field: area });
    await log({ action: 'update', entity: { type: area, id: domain.id, name: domain.name }, domainId: domain.id, before, after });
    return { domain, after };
  });

/** Writes the settings of an area as they are: for jobs and seeds. `version` is written as given. */
export async function keepSetting<A extends SettingArea>(
  tx: Tx,
  { now }: { now: number },
  { id: domainId }: Pick<Domain, 'id'>,
  area: A,
  { version, ...setting }: Versioned<EdgeSettings[A]>,
): Promise<void> {
  const row = { value: JSON.stringify(setting), version, updatedAt: now };
  await tx
    .insertInto('edgeSetting')
    .values({ domainId, area, ...row })
    .onConflict((conflict) => conflict.columns(['domainId', 'area']).doUpdateSet(row))
    .execute();
}
