import type { Selectable } from 'kysely';
import type { CacheDeletion, cache } from '../../../lib/contract/cdn/cache.ts';
import type { EdgeCounts } from '../../../lib/contract/cdn/deploy.ts';
import { readTarget } from '../../../lib/rules/cdn/cache/target.ts';
import { isFault } from '../../../lib/rules/core/fault.ts';
import { iso } from '../../../lib/time.ts';
import type { Handlers } from '../../core/implement.ts';
import { consumeAttempt, type Limit } from '../../core/throttle.ts';
import { ownedDomain, selectCacheDeletions } from '../../db/owned.ts';
import type { CacheDeletionTable } from '../../db/tables/cdn/cache.ts';
import { type ItemFault, Refusal, refuseField } from '../../kernel/refusal.ts';
import { connectedEdges, countEdges } from '../edge/index.ts';

/** A cleared cache sends every visitor to the origin, so clearing is rate limited. */
const clears: Limit = { name: 'cache-delete', max: 30, windowMs: 5 * 60_000 };
const MAX_LISTED = 50;

const show = ({ id, scope, items, createdAt, doneAt }: Selectable<CacheDeletionTable>, edge?: EdgeCounts): CacheDeletion => ({
  id,
  scope,
  items,
  state: doneAt === null ? 'waiting' : 'done',
  createdAt: iso(createdAt),
  doneAt: doneAt === null ? null : iso(doneAt),
  ...(edge && { edge }),
});

/** The items to clear, without duplicates; each invalid one is reported with its position. */
function deletionTargets(scope: CacheDeletion['scope'], texts: readonly string[], domain: string): string[] {
  if (scope === 'all') return texts.length > 0 ? refuseField('items', 'cache:error.allItems') : [];
  if (texts.length === 0) refuseField('items', 'cache:error.nothing');
  const read = texts.map((text) => readTarget(scope, text, domain));
  const items = read.flatMap((one, index): ItemFault[] =>
    isFault(one) ? [{ list: 'items', index, key: one.key, params: one.params }] : [],
  );
  if (items.length > 0) throw new Refusal(422, 'error:validation', { items });
  return [...new Set(read as string[])]; // invalid items were refused above
}

/**
 * Clears cached copies. A request is part of the domain's policy for 24 hours, so an edge that was away gets it when it returns. It is
 * done when all connected edges have reported a policy with it (`edge/report.ts`).
 */
export const deletions: Pick<Handlers<typeof cache>, 'delete' | 'deleteHistory'> = {
  async delete(ctx, { domainId, scope, items }) {
    const { name } = await ownedDomain(ctx.db, ctx.account, domainId);
    const targets = deletionTargets(scope, items, name);
    await consumeAttempt(ctx, [{ limit: clears, key: domainId }]);
    return ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const row = {
        id: ctx.newId(),
        domainId: domain.id,
        scope,
        items: targets,
        createdAt: ctx.now,
        doneAt: null,
        edgeVersion: null,
      };
      await tx.insertInto('cacheDeletion').values(row).execute();
      const deletion = show(row);
      await log({
        action: 'request',
        entity: { type: 'cacheDeletion', id: row.id, name: domain.name },
        domainId: domain.id,
        after: { scope, items: targets },
      });
      return { done: false, deletion };
    });
  },

  async deleteHistory({ db, account, now, services }, { domainId }) {
    const domain = await ownedDomain(db, account, domainId);
    const rows = await selectCacheDeletions(db, domain).selectAll().orderBy('id', 'desc').limit(MAX_LISTED).execute();
    const isWaiting = rows.some(({ doneAt }) => doneAt === null);
    const edges = services.drivers.edge && isWaiting ? await connectedEdges(db, now, [domain.id]) : [];
    const countsOf = ({ doneAt, edgeVersion }: (typeof rows)[number]) =>
      doneAt !== null || edges.length === 0
        ? undefined
        : countEdges(
            edges,
            edges.filter(({ versionOf }) => edgeVersion === null || versionOf(domain.id) < edgeVersion),
          );
    return { items: rows.map((row) => show(row, countsOf(row))) };
  },
};
