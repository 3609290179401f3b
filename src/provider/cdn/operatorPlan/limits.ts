import { type operatorPlan, type PlanLimits, PlanLimitsForm } from '../../../lib/contract/cdn/operatorPlan.ts';
import type { CatalogPreview } from '../../../lib/contract/core/catalogPreview.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { formatTraffic, formatTtl } from '../../../lib/format/quantity.ts';
import type { PlanCode } from '../../../lib/rules/core/plans.ts';
import { differing, requireVersion, saveItem } from '../../core/catalogItems.ts';
import type { Handlers, SignedIn } from '../../core/implement.ts';
import type { Tx } from '../../db/schema.ts';
import { cdnJobs } from '../jobs.ts';
import { plansWithLimits, storedLimits } from '../plans.ts';

async function loadAffected(tx: Tx, plan: PlanCode, { pageRules }: PlanLimits) {
  const domains = await tx
    .selectFrom('domain')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('plan', '=', plan)
    .executeTakeFirstOrThrow();
  const over = await tx
    .selectFrom('edgeItem')
    .innerJoin('domain', 'domain.id', 'edgeItem.domainId')
    .select('edgeItem.domainId')
    .where('domain.plan', '=', plan)
    .where('edgeItem.group', '=', 'pageRule')
    .groupBy('edgeItem.domainId')
    .having((e) => e.fn.countAll<number>(), '>', pageRules)
    .execute();
  return { domains: Number(domains.n), over: over.length };
}

function previewChange(
  { t, locale }: Pick<SignedIn, 't' | 'locale'>,
  { before, after }: { before: PlanLimits; after: PlanLimits },
  { domains, over }: Awaited<ReturnType<typeof loadAffected>>,
): CatalogPreview {
  const texts: { [K in keyof PlanLimits]: (value: number) => string } = {
    traffic: (size) => formatTraffic(size, locale),
    requests: (count) => formatNumber(count, locale),
    pageRules: (count) => formatNumber(count, locale),
    minCacheTtl: (seconds) => formatTtl(seconds, locale, 'long'),
  };
  const change = (name: keyof PlanLimits) => ({
    label: t(`operatorPlan:field.${name}`),
    kind: 'text' as const,
    before: texts[name](before[name]),
    after: texts[name](after[name]),
  });
  const changes = differing([change('traffic'), change('requests'), change('pageRules'), change('minCacheTtl')]);
  return {
    changes,
    affected: [
      { label: t('operatorPlan:field.domains'), count: domains },
      ...(after.pageRules < before.pageRules ? [{ label: t('operatorPlan:affected.pageRules'), count: over }] : []),
    ],
    warnings: [],
    notes: [
      ...(after.traffic === before.traffic
        ? []
        : [t(after.traffic > before.traffic ? 'operatorPlan:note.moreTraffic' : 'operatorPlan:note.lessTraffic')]),
      ...(after.pageRules < before.pageRules ? [t('operatorPlan:note.pageRules')] : []),
      ...(after.minCacheTtl > before.minCacheTtl ? [t('operatorPlan:note.minCacheTtl')] : []),
      t('catalogue:note.site'),
    ],
  };
}

export const limitHandlers: Pick<Handlers<typeof operatorPlan>, 'updateLimits'> = {
  updateLimits(ctx, { plan, version, dryRun, ...after }) {
    const { t, now } = ctx;
    return ctx.write(async ({ tx, log }) => {
      requireVersion((await storedLimits(tx)).get(plan)?.version ?? 0, version);
      const before = PlanLimitsForm.parse((await plansWithLimits(tx))[plan]);
      const preview = previewChange(ctx, { before, after }, await loadAffected(tx, plan, after));
      if (dryRun || preview.changes.length === 0) {
        ctx.changedNothing();
        return { preview };
      }
      await saveItem(tx, { section: 'planLimits', item: plan, version, value: after, now });
      // Edges have the shortest cache TTL in the policies of domains.
      if (after.minCacheTtl !== before.minCacheTtl) await ctx.services.jobs.enqueue(tx, cdnJobs.compareAll, {}, { runAt: now });
      await log({
        action: 'update',
        entity: { type: 'cataloguePlan', id: plan, name: t(`common:plan.${plan}`) },
        accountId: null,
        actor: 'operator',
        before,
        after,
      });
      return { preview };
    }, 'catalogue:plan');
  },
};
