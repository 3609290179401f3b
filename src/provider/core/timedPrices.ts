import { z } from 'zod';
import type { Tx } from '../db/schema.ts';
import type { JobCtx } from '../jobs/jobs.ts';
import { refuseField } from '../kernel/refusal.ts';
import { changedItems } from './catalogItems.ts';
import { announcePriceChange } from './notification/announcePriceChange.ts';

/* Prices of an item of the catalogue that operators change now or for later (docs/decisions/0036, 0064). All are mills. */

export type NextPrices<K extends string> = Record<K, number> & { validFrom: number };

/** Prices with those that follow them. */
export type TimedPrices<K extends string> = Record<K, number> & {
  next: NextPrices<K> | null;
  /** The last account that was notified of this change, in the order of IDs. */
  announcedTo: string | null;
};

/** What a stored item has beside its prices. @param prices of the item */
export const timedFields = <P extends z.ZodRawShape>(prices: P) => ({
  /** Prices that are valid from a time on, in epoch ms. */
  next: z
    .object({ ...prices, validFrom: z.int() })
    .nullable()
    .default(null),
  announcedTo: z.string().nullable().default(null),
});

const pick = <K extends string>(keys: readonly K[], from: Record<K, number>): Record<K, number> =>
  Object.fromEntries(keys.map((key) => [key, from[key]])) as Record<K, number>; // one for each

/** The prices in force at a time. */
export const pricesAt = <K extends string>(keys: readonly K[], item: TimedPrices<K>, time: number): Record<K, number> =>
  pick(keys, item.next && item.next.validFrom <= time ? item.next : item);

/** Prices that aren't in force yet. */
export const pendingPrices = <N extends { validFrom: number }>(item: { next: N | null } | undefined, now: number): N | null =>
  item?.next && item.next.validFrom > now ? item.next : null;

/** What a change by an operator makes of an item. */
interface Scheduled<K extends string> {
  /** Prices that the change replaces before they were in force. */
  pending: NextPrices<K> | null;
  /** The item as it is stored. */
  stored: TimedPrices<K>;
  isRise: boolean;
  isNew: boolean;
}

/**
 * @param item as stored; undefined: as in the code
 * @param before in force now
 * @param validFrom of `after`, ISO 8601; null: now
 * @throws Refusal 422 for a time in the past, or a higher price without one
 */
export function schedulePrices<K extends string>(
  keys: readonly K[],
  item: TimedPrices<K> | undefined,
  { before, after, validFrom, now }: { before: Record<K, number>; after: Record<K, number>; validFrom: string | null; now: number },
): Scheduled<K> {
  const isRise = keys.some((key) => after[key] > before[key]);
  const isNew = keys.some((key) => after[key] !== before[key]);
  if (isRise && validFrom === null) refuseField('validFrom', 'catalogue:error.riseDay');
  const from = validFrom === null ? now : Date.parse(validFrom);
  if (validFrom !== null && from <= now) refuseField('validFrom', 'catalogue:error.validFrom');
  const isLater = validFrom !== null && isNew;
  return {
    pending: pendingPrices(item, now),
    stored: {
      ...pick(keys, isLater ? before : after),
      next: isLater ? { ...pick(keys, after), validFrom: from } : null,
      announcedTo: null,
    },
    isRise,
    isNew,
  };
}

type Announcement = Pick<Parameters<typeof announcePriceChange>[1], 'accounts' | 'title' | 'description' | 'params' | 'link'>;

/**
 * Notifies accounts of prices that are valid from a time on, or that were announced and withdrawn. A change that was replaced in the
 * meantime isn't announced.
 * @param version of the change
 * @param withdrawn prices that no longer come; null: none
 * @param toAnnouncement what each account gets, by the prices before and after
 */
export async function announceTimedPrices<N extends { validFrom: number }, V extends { next: N | null; announcedTo: string | null }>(
  ctx: JobCtx,
  {
    section,
    item,
    schema,
    version,
    withdrawn,
  }: { section: string; item: string; schema: z.ZodType<V>; version: number; withdrawn: N | null },
  toAnnouncement: (before: V, next: N, isWithdrawn: boolean) => Promise<Announcement>,
): Promise<void> {
  const changed = (await changedItems(ctx.services.store.reader, section, schema)).get(item);
  const next = changed?.value.next ?? withdrawn;
  if (!changed || !next || changed.version !== version) return;
  const { value } = changed;
  const isWithdrawn = value.next === null;
  await announcePriceChange(ctx, {
    ...(await toAnnouncement(value, next, isWithdrawn)),
    isWithdrawn,
    announcedTo: value.announcedTo,
    async advance(tx: Tx, accountId) {
      const current = (await changedItems(tx, section, schema)).get(item);
      if (current?.version !== version || (current.value.announcedTo ?? '') >= accountId) return false;
      const { numUpdatedRows } = await tx
        .updateTable('catalogueItem')
        .set({ value: JSON.stringify({ ...current.value, announcedTo: accountId }) })
        .where('section', '=', section)
        .where('item', '=', item)
        .where('version', '=', version)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  });
}
