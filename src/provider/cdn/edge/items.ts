import type { Selectable } from 'kysely';
import { maxPriority } from '../../../lib/rules/cdn/edge/priority.ts';
import type { Deployable } from '../../../lib/rules/cdn/edge/protection.ts';
import { type EdgeItems, type ItemGroup, ruleLists } from '../../../lib/rules/cdn/edge/ruleLists.ts';
import { iso } from '../../../lib/time.ts';
import type { Work } from '../../core/services.ts';
import type { OwnedDomain } from '../../db/owned.ts';
import type { Db, Domain, Tx } from '../../db/schema.ts';
import type { EdgeItemTable } from '../../db/tables/cdn/edge.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';

/** A rule as its calls return it: the saved form, its priority, and the deployed form when that differs. Times are ISO 8601. */
export type Item<A extends ItemGroup> = Deployable<EdgeItems[A]> & {
  draft: boolean;
  version: number;
  createdAt: string;
  updatedAt: string;
};

/** A row of a list as its calls return it. A field that was added after the rule was stored has its default. */
export function readItem<A extends ItemGroup>({
  id,
  group,
  priority,
  deploy,
  off,
  data,
  deployed,
  version,
  createdAt,
  updatedAt,
}: Selectable<EdgeItemTable>): Item<A> {
  const full = (json: string) => ({ ...ruleLists[group as A].defaults, ...JSON.parse(json), priority }) as EdgeItems[A]; // only this file writes it
  const draft = deployed !== null || (!deploy && !off);
  const state = { id, deploy, draft, deployed: deployed === null ? null : full(deployed), version };
  // The compiler doesn't follow a generic spread.
  return { ...full(data), ...state, createdAt: iso(createdAt), updatedAt: iso(updatedAt) } as unknown as Item<A>;
}

/** The rules of a list in order of priority, 1 first. */
export async function loadItems<A extends ItemGroup>(db: Db | Tx, { id }: Pick<Domain, 'id'>, group: A): Promise<Item<A>[]> {
  const rows = await db
    .selectFrom('edgeItem')
    .selectAll()
    .where('domainId', '=', id)
    .where('group', '=', group)
    .orderBy('priority')
    .execute();
  return rows.map((row) => readItem<A>(row));
}

export async function countItems(db: Db | Tx, { id }: Pick<Domain, 'id'>, group: ItemGroup): Promise<number> {
  const { count } = await db
    .selectFrom('edgeItem')
    .select((e) => e.fn.countAll().as('count'))
    .where('domainId', '=', id)
    .where('group', '=', group)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** One rule of an owned domain. @throws Refusal 404 when the domain has no such rule */
export async function loadItem<A extends ItemGroup>(db: Db | Tx, domain: OwnedDomain, group: A, id: string): Promise<Item<A>> {
  const row = await db
    .selectFrom('edgeItem')
    .selectAll()
    .where('id', '=', id)
    .where('domainId', '=', domain.id)
    .where('group', '=', group)
    .executeTakeFirst();
  return readItem<A>(row ?? refuse(404, 'error:notFound'));
}

export interface ItemRules<A extends ItemGroup> {
  group: A;
  /** The name of a rule in messages and in the change log. */
  title(data: EdgeItems[A]): string;
  /** The maximum number of rules, deployed or not; `null`: unlimited. `full` refuses one more. */
  limit?: number | null;
  /** Throws the feature's refusal at the limit (402 with the plan that allows more). */
  full?(tx: Tx): Promise<never>;
}

/** The data of a rule as a call sends it; without a priority it goes to the end of the list. */
export type ItemInput<T> = Omit<T, 'priority'> & { priority?: number | undefined };

/** Adds a rule. @throws Refusal 409 `rules:error.duplicatePriority` at the field when the priority is taken, with a free one */
export async function addItem<A extends ItemGroup>(
  tx: Tx,
  { now, newId }: Pick<Work, 'now' | 'newId'>,
  domain: Pick<Domain, 'id'>,
  rules: ItemRules<A>,
  { priority: wanted, ...data }: ItemInput<EdgeItems[A]>,
  deploy: boolean,
  id = newId(),
): Promise<Item<A>> {
  const items = await loadItems(tx, domain, rules.group);
  if (rules.limit != null && items.length >= rules.limit) await rules.full?.(tx);
  const priority = placeFor(items, wanted, rules);
  const row: Selectable<EdgeItemTable> = {
    id,
    domainId: domain.id,
    group: rules.group,
    priority,
    deploy,
    off: false,
    data: JSON.stringify(data),
    deployed: null,
    edgeVersion: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  await tx.insertInto('edgeItem').values(row).execute();
  return readItem<A>(row);
}

/**
 * Changes a rule; absent fields of `change` stay. With `deploy` the new form is deployed, without it the edge keeps the old one, so that
 * a draft can be shown beside the deployed form. The priority applies to both at once.
 */
export async function changeItem<A extends ItemGroup>(
  tx: Tx,
  { now }: { now: number },
  domain: OwnedDomain,
  rules: ItemRules<A>,
  id: string,
  change: { [K in keyof EdgeItems[A]]?: EdgeItems[A][K] | undefined },
  { deploy, version, check }: { deploy?: boolean | undefined; version?: number | undefined; check?: (after: EdgeItems[A]) => void } = {},
): Promise<{ before: Item<A>; after: Item<A> }> {
  const before = await loadItem(tx, domain, rules.group, id);
  if (version !== undefined && version !== before.version) refuse(409, 'error:versionConflict', { extra: { item: before } });
  const old = itemData(before);
  const next = { ...old, ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) } as EdgeItems[A]; // the same fields
  check?.(next);
  const others = (await loadItems(tx, domain, rules.group)).filter((one) => one.id !== id);
  const priority = placeFor(others, next.priority, rules);
  const was = JSON.stringify(withoutPlace(before.deployed ?? old));
  const data = JSON.stringify(withoutPlace(next));
  const isLive = before.deploy && deploy !== true;
  const edgeHad = before.deploy ? was : null;
  const edgeGets = isLive ? was : deploy ? data : null;
  const row = {
    priority,
    data,
    deploy: deploy || before.deploy,
    ...(deploy && { off: false }),
    // The edge keeps the deployed form, unless the saved one is the same again.
    deployed: isLive && was !== data ? was : null,
    ...((edgeHad !== edgeGets || priority !== before.priority) && { edgeVersion: null }),
    version: before.version + 1,
    updatedAt: now,
  };
  await tx.updateTable('edgeItem').set(row).where('id', '=', id).execute();
  return { before, after: await loadItem(tx, domain, rules.group, id) };
}

/** Deploys the saved form, or removes the rule from the edge. The saved form does not change. */
export async function deployItem<A extends ItemGroup>(
  tx: Tx,
  { now }: { now: number },
  domain: OwnedDomain,
  group: A,
  id: string,
  deploy: boolean,
): Promise<{ before: Item<A>; after: Item<A> }> {
  const before = await loadItem(tx, domain, group, id);
  const isNews = deploy !== before.deploy || before.deployed != null;
  await tx
    .updateTable('edgeItem')
    .set({
      deploy,
      off: !deploy,
      deployed: null,
      version: before.version + 1,
      updatedAt: now,
      ...(isNews && { edgeVersion: null }),
    })
    .where('id', '=', id)
    .execute();
  return { before, after: await loadItem(tx, domain, group, id) };
}

export async function dropItem<A extends ItemGroup>(tx: Tx, domain: OwnedDomain, group: A, id: string): Promise<Item<A>> {
  const gone = await loadItem(tx, domain, group, id);
  await tx.deleteFrom('edgeItem').where('id', '=', id).execute();
  return gone;
}

/**
 * Reorders the rules of a list, effective at once. The existing priorities are reassigned in the new order, so gaps between them stay.
 * @param ids every rule once; otherwise the list has changed since it was read
 * @throws Refusal 409 `rules:error.order`
 */
export async function reorderItems<A extends ItemGroup>(
  tx: Tx,
  { now }: { now: number },
  domain: OwnedDomain,
  group: A,
  ids: readonly string[],
): Promise<{ before: Item<A>[]; after: Item<A>[] }> {
  const before = await loadItems(tx, domain, group);
  const known = new Set(before.map(({ id }) => id));
  if (ids.length !== before.length || new Set(ids).size !== ids.length || !ids.every((id) => known.has(id)))
    refuse(409, 'rules:error.order', { extra: { ids: [...known] } });
  const moved = ids.flatMap((id, place) => {
    const to = before[place]?.priority;
    return to === undefined || before[place]?.id === id ? [] : { id, to };
  });
  // Through numbers that no rule uses: the unique index never sees the same priority twice.
  for (const { id, to } of moved)
    await tx
      .updateTable('edgeItem')
      .set({ priority: -to - 1 })
      .where('id', '=', id)
      .execute();
  for (const { id, to } of moved)
    await tx
      .updateTable('edgeItem')
      .set((e) => ({ priority: to, version: e('version', '+', 1), edgeVersion: null, updatedAt: now }))
      .where('id', '=', id)
      .execute();
  return { before, after: await loadItems(tx, domain, group) };
}

/** The data of a rule, without the fields that every rule has. */
export function itemData<A extends ItemGroup>({
  id: _,
  deploy,
  draft,
  deployed,
  version,
  createdAt,
  updatedAt,
  ...data
}: Item<A>): EdgeItems[A] {
  return data as unknown as EdgeItems[A]; // what remains of an Item is its data
}

const withoutPlace = <T extends { priority: number }>({ priority: _, ...data }: T) => data;

function placeFor<A extends ItemGroup>(others: readonly Item<A>[], wanted: number | undefined, { title }: ItemRules<A>): number {
  const used = new Set(others.map(({ priority }) => priority));
  const last = others.at(-1)?.priority ?? 0;
  const free = (from: number): number => {
    for (let place = Math.max(from, 1); place <= maxPriority; place++) if (!used.has(place)) return place;
    return firstFree(used);
  };
  if (wanted === undefined) return free(last + 1);
  const holder = others.find(({ priority }) => priority === wanted);
  if (holder) {
    const params = { priority: wanted, title: title(itemData(holder)), free: free(wanted + 1) };
    refuse(409, 'rules:error.duplicatePriority', { params, fields: { priority: { key: 'rules:error.duplicatePriority', params } } });
  }
  return wanted;
}

function firstFree(used: ReadonlySet<number>): number {
  for (let place = 1; place <= maxPriority; place++) if (!used.has(place)) return place;
  return refuseField('priority', 'rules:error.full');
}

/** After versions of another database were overtaken: what edges hold of a rule is from there, whatever its version. */
export const renewRules = (tx: Tx, domainId: string, version: number) =>
  tx.updateTable('edgeItem').set({ edgeVersion: version }).where('domainId', '=', domainId).execute();
