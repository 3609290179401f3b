import type { z } from 'zod';
import type { CatalogPreview } from '../../lib/contract/core/catalogPreview.ts';
import type { Db, Tx } from '../db/schema.ts';
import { refuse } from '../kernel/refusal.ts';

/**
 * What operators changed in the catalogue, by item. It is read from the database for each quote and charge, and in their transaction:
 * a change applies to the next one, in every process (docs/decisions/0036).
 */
export async function changedItems<S extends z.ZodType>(
  db: Db | Tx,
  section: string,
  schema: S,
): Promise<ReadonlyMap<string, { value: z.output<S>; version: number }>> {
  const rows = await db.selectFrom('catalogueItem').select(['item', 'value', 'version']).where('section', '=', section).execute();
  return new Map(rows.map(({ item, value, version }) => [item, { value: schema.parse(JSON.parse(value)), version }]));
}

/**
 * Saves an item. Use it with the lock `catalogue:<section>`.
 * @param version the version known to the operator; 0: as in the code
 * @returns the new version
 * @throws Refusal 409 if another operator changed it since
 */
export async function saveItem(
  tx: Tx,
  { section, item, version, value, now }: { section: string; item: string; version: number; value: object; now: number },
): Promise<number> {
  const row = await tx
    .selectFrom('catalogueItem')
    .select('version')
    .where('section', '=', section)
    .where('item', '=', item)
    .executeTakeFirst();
  requireVersion(row?.version ?? 0, version);
  const next = { value: JSON.stringify(value), version: version + 1, changedAt: now };
  await tx
    .insertInto('catalogueItem')
    .values({ section, item, ...next })
    .onConflict((conflict) => conflict.columns(['section', 'item']).doUpdateSet(next))
    .execute();
  return next.version;
}

/** @throws Refusal 409 */
export function requireVersion(current: number, observed: number): void {
  if (current !== observed) refuse(409, 'error:versionConflict');
}

type Changed = CatalogPreview['changes'][number];
/** Values that differ, as `changes` of a preview. */
export const differing = (all: readonly Changed[]): Changed[] =>
  all.filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
