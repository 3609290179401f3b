import type { Selectable } from 'kysely';
import type { EdgeItems, ItemArea } from '../../lib/rules/edge/defaults.ts';
import { maxPriority } from '../../lib/rules/edge/priority.ts';
import type { Deployable } from '../../lib/rules/edge/protection.ts';
import type { OwnedDomain } from '../db/owned.ts';
import type { Db, Domain, Tx } from '../db/schema.ts';
import type { EdgeItemTable } from '../db/tables/edge.ts';
import { refuse, refuseField } from '../implement.ts';

/** A rule as its calls answer it: saved form, place in the list, and what the edge holds when that differs. Times are ISO 8601. */
export type Item<A extends ItemArea> = Deployable<EdgeItems[A]> & { version: number; createdAt: string; updatedAt: string };

const iso = (time: number) => new Date(time).toISOString();

/** A row of a list as its calls answer it. */
export function readItem<A extends ItemArea>({
  id,
  priority,
  deploy,
  data,
  deployed,
  version,
  createdAt,
  updatedAt,
}: Selectable<EdgeItemTable>): Item<A> {
  const full = (json: string) => ({ ...JSON.parse(json), priority }) as EdgeItems[A]; // only this file writes it
  const state = { id, deploy: deploy === 1, deployed: deployed === null ? null : full(deployed), version };
  // A generic spread is not followed by the compiler.
  return { ...full(data), ...state, createdAt: iso(createdAt), updatedAt: iso(updatedAt) } as unknown as Item<A>;
}

/** The rules of a list, the highest first. */
export async function itemsOf<A extends ItemArea>(db: Db | Tx, { id }: Pick<Domain, 'id'>, area: A): Promise<Item<A>[]> {
  const rows = await db
    .selectFrom('edgeItem')
    .selectAll()
    .where('domainId', '=', id)
    .where('area', '=', area)
    .orderBy('priority')
    .execute();
  return rows.map((row) => readItem<A>(row));
}

export async function countItems(db: Db | Tx, { id }: Pick<Domain, 'id'>, area: ItemArea): Promise<number> {
  const { count } = await db
    .selectFrom('edgeItem')
    .select((e) => e.fn.countAll().as('count'))
    .where('domainId', '=', id)
    .where('area', '=', area)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** One rule of an owned domain; 404 for one that it does not have. */
export async function itemOf<A extends ItemArea>(db: Db | Tx, domain: OwnedDomain, area: A, id: string): Promise<Item<A>> {
  const row = await db
    .selectFrom('edgeItem')
    .selectAll()
    .where('id', '=', id)
    .where('domainId', '=', domain.id)
    .where('area', '=', area)
    .executeTakeFirst();
  return readItem<A>(row ?? refuse(404, 'error:notFound'));
}

export interface ItemRules<A extends ItemArea> {
  area: A;
  /** What a rule is called in messages and in the change log. */
  title(data: EdgeItems[A]): string;
  /** How many the list may hold, of deployed and others together; `null`: as many as one wants. What is over is refused with `full`. */
  limit?: number | null;
  /** Refuses a rule too many, with the reason of the feature (402 with the plan that has more). */
  full?(): never;
}

/** The data of a rule as a call gives it; without a priority it goes to the end of the list. */
export type Given<T> = Omit<T, 'priority'> & { priority?: number | undefined };

/** Adds a rule. 409 `rules:error.duplicatePriority` beside the field when its place is taken, with one that is free. */
export async function addItem<A extends ItemArea>(
  tx: Tx,
  { now, newId }: { now: number; newId(): string },
  domain: Pick<Domain, 'id'>,
  rules: ItemRules<A>,
  { priority: wanted, ...data }: Given<EdgeItems[A]>,
  deploy: boolean,
  id = newId(),
): Promise<Item<A>> {
  const items = await itemsOf(tx, domain, rules.area);
  if (rules.limit != null && items.length >= rules.limit) rules.full?.();
  const priority = placeFor(items, wanted, rules);
  const row: Selectable<EdgeItemTable> = {
    id,
    domainId: domain.id,
    area: rules.area,
    priority,
    deploy: deploy ? 1 : 0,
    data: JSON.stringify(data),
    deployed: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  await tx.insertInto('edgeItem').values(row).execute();
  return readItem<A>(row);
}

/**
 * Changes a rule; what of `change` is absent stays. With `deploy` the edge shall hold the new form, without it goes on with the old
 * one (design.md section 3, "Draft and deployed"); the place in the list counts for both at once.
 */
export async function changeItem<A extends ItemArea>(
  tx: Tx,
  { now }: { now: number },
  domain: OwnedDomain,
  rules: ItemRules<A>,
  id: string,
  change: { [K in keyof EdgeItems[A]]?: EdgeItems[A][K] | undefined },
  { deploy, version, check }: { deploy?: boolean | undefined; version?: number | undefined; check?: (after: EdgeItems[A]) => void } = {},
): Promise<{ before: Item<A>; after: Item<A> }> {
  const before = await itemOf(tx, domain, rules.area, id);
  if (version !== undefined && version !== before.version) refuse(409, 'error:versionConflict', { extra: { item: before } });
  const old = dataOf(before);
  const next = { ...old, ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) } as EdgeItems[A]; // the same fields
  check?.(next);
  const others = (await itemsOf(tx, domain, rules.area)).filter((one) => one.id !== id);
  const priority = placeFor(others, next.priority, rules);
  const was = JSON.stringify(withoutPlace(before.deployed ?? old));
  const data = JSON.stringify(withoutPlace(next));
  const isLive = before.deploy && deploy !== true;
  const row = {
    priority,
    data,
    deploy: deploy || before.deploy ? 1 : 0,
    // The edge goes on with what it holds, unless that is what is saved now.
    deployed: isLive && was !== data ? was : null,
    version: before.version + 1,
    updatedAt: now,
  };
  await tx.updateTable('edgeItem').set(row).where('id', '=', id).execute();
  return { before, after: await itemOf(tx, domain, rules.area, id) };
}

/** Brings the saved form to the edge, or takes the rule away from it. The saved form stays as it is. */
export async function deployItem<A extends ItemArea>(
  tx: Tx,
  { now }: { now: number },
  domain: OwnedDomain,
  area: A,
  id: string,
  deploy: boolean,
): Promise<{ before: Item<A>; after: Item<A> }> {
  const before = await itemOf(tx, domain, area, id);
  await tx
    .updateTable('edgeItem')
    .set({ deploy: deploy ? 1 : 0, deployed: null, version: before.version + 1, updatedAt: now })
    .where('id', '=', id)
    .execute();
  return { before, after: await itemOf(tx, domain, area, id) };
}

export async function dropItem<A extends ItemArea>(tx: Tx, domain: OwnedDomain, area: A, id: string): Promise<Item<A>> {
  const gone = await itemOf(tx, domain, area, id);
  await tx.deleteFrom('edgeItem').where('id', '=', id).execute();
  return gone;
}

/**
 * Puts the rules of a list into an order; it counts at once. `ids` has to name each of them once, or the list has changed since it
 * was read: 409 `rules:error.order`. Their priorities are dealt anew among themselves, so that gaps which somebody left stay.
 */
export async function reorderItems<A extends ItemArea>(
  tx: Tx,
  { now }: { now: number },
  domain: OwnedDomain,
  area: A,
  ids: readonly string[],
): Promise<{ before: Item<A>[]; after: Item<A>[] }> {
  const before = await itemsOf(tx, domain, area);
  const known = new Set(before.map(({ id }) => id));
  if (ids.length !== before.length || new Set(ids).size !== ids.length || !ids.every((id) => known.has(id)))
    refuse(409, 'rules:error.order', { extra: { ids: [...known] } });
  const moved = ids.flatMap((id, place) => {
    const to = before[place]?.priority;
    return to === undefined || before[place]?.id === id ? [] : { id, to };
  });
  // Through numbers that no rule has: a place is never held by two, not even for a moment.
  for (const { id, to } of moved)
    await tx
      .updateTable('edgeItem')
      .set({ priority: -to - 1 })
      .where('id', '=', id)
      .execute();
  for (const { id, to } of moved)
    await tx
      .updateTable('edgeItem')
      .set((e) => ({ priority: to, version: e('version', '+', 1), updatedAt: now }))
      .where('id', '=', id)
      .execute();
  return { before, after: await itemsOf(tx, domain, area) };
}

/** What is saved of a rule, without what every rule has. */
export function dataOf<A extends ItemArea>({ id: _, deploy, deployed, version, createdAt, updatedAt, ...data }: Item<A>): EdgeItems[A] {
  return data as unknown as EdgeItems[A]; // what remains of an Item is its data
}

const withoutPlace = <T extends { priority: number }>({ priority: _, ...data }: T) => data;

function placeFor<A extends ItemArea>(others: readonly Item<A>[], wanted: number | undefined, { title }: ItemRules<A>): number {
  const taken = new Set(others.map(({ priority }) => priority));
  const last = others.at(-1)?.priority ?? 0;
  const free = (from: number): number => {
    for (let place = Math.max(from, 1); place <= maxPriority; place++) if (!taken.has(place)) return place;
    return firstFree(taken);
  };
  if (wanted === undefined) return free(last + 1);
  const holder = others.find(({ priority }) => priority === wanted);
  if (holder) {
    const params = { priority: wanted, title: title(dataOf(holder)), free: free(wanted + 1) };
    refuse(409, 'rules:error.duplicatePriority', { params, fields: { priority: { key: 'rules:error.duplicatePriority', params } } });
  }
  return wanted;
}

function firstFree(taken: ReadonlySet<number>): number {
  for (let place = 1; place <= maxPriority; place++) if (!taken.has(place)) return place;
  return refuseField('priority', 'rules:error.full');
}
