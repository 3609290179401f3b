import { type LimitAction, limitActions } from '../../../lib/contract/core/stopped.ts';
import type { BudgetForm, CapAction } from '../../../lib/contract/finance/budget.ts';
import { monthKey } from '../../../lib/rules/core/month.ts';
import { reached } from '../../../lib/rules/finance/budget/guard.ts';
import { amountParam } from '../../core/localizedParams.ts';
import { notifyOwner } from '../../core/notification/notifyOwner.ts';
import { ownedDomainsById } from '../../db/owned.ts';
import type { Tx } from '../../db/schema.ts';
import type { JobCtx, JobHandler } from '../../jobs/jobs.ts';
import { financeJobs } from '../jobs.ts';
import { loadBudget } from './budget.ts';
import { spentIn, sumCharges } from './spent.ts';

/**
 * Compares an account's charges of this month with its budget and caps. A threshold notifies once a month. A reached cap stops its
 * services, or limits how its domains are served, until the end of the month or until the cap is raised.
 */
export const checkBudget: JobHandler<typeof financeJobs.checkBudget> = (ctx, { accountId }) =>
  ctx.services.store.write(`account:${accountId}`, async (tx) => {
    const { monthly, thresholds, hardCap, capAction, perDomain } = await loadBudget(tx, accountId);
    const month = monthKey(ctx.now);
    const charges = await spentIn(tx, accountId, month);
    const spent = sumCharges(charges);
    const once = (mark: string) => isFirst(tx, ctx, accountId, month, mark);

    let isNew = false;
    for (const percent of reached(thresholds, monthly, spent)) if (await once(`threshold:${percent}`)) isNew = true;
    // One notification, however many were reached, with what is spent: a threshold may have been passed by far.
    if (isNew && monthly !== null) {
      const percent = Math.floor((spent * 100) / monthly);
      await notifyBudget(tx, ctx, accountId, 'threshold', { percent, spent: amountParam(spent), budget: amountParam(monthly) });
    }

    const isCapped = hardCap !== null && spent >= hardCap;
    if (isCapped && (await once(`cap:${hardCap}`)))
      await notifyBudget(tx, ctx, accountId, capNotices[capAction], { cap: amountParam(hardCap) });
    const cappedDomains = perDomain.filter(({ domainId, cap }) => sumCharges(charges.filter((one) => one.reference === domainId)) >= cap);
    for (const one of cappedDomains) if (await once(`cap:${one.domainId}:${one.cap}`)) await notifyDomain(tx, ctx, accountId, one);

    const paused = cappedDomains.filter(({ action }) => action === 'pause').map(({ domainId }) => domainId);
    const isAllPaused = isCapped && capAction === 'pause';
    const byDomain = new Map<string, LimitAction>();
    for (const { domainId, action } of cappedDomains) {
      const limit = limitFrom(action);
      if (limit) byDomain.set(domainId, limit);
    }
    for (const line of ctx.services.registry.lines) {
      if (isAllPaused) await line.suspend?.(tx, ctx, { accountId, reason: 'cap' });
      else {
        for (const domainId of paused) await line.suspend?.(tx, ctx, { accountId, reason: 'cap', domainId });
        await line.restore?.(tx, ctx, { accountId, reason: 'cap', except: paused });
      }
      await line.limit?.(tx, ctx, { accountId, all: isCapped ? limitFrom(capAction) : null, byDomain });
    }
  });

const capNotices = { notify: 'capReached', pause: 'capPaused', cacheOnly: 'capCacheOnly', challenge: 'capChallenge' } as const;
const domainNotices = {
  notify: 'domainReached',
  pause: 'domainPaused',
  cacheOnly: 'domainCacheOnly',
  challenge: 'domainChallenge',
} as const;

const limitFrom = (action: CapAction): LimitAction | null => limitActions.find((one) => one === action) ?? null;

/** Whether this is the first occurrence in the month. */
async function isFirst(tx: Tx, { now }: JobCtx, accountId: string, month: string, mark: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('budgetMark')
    .values({ accountId, month, mark, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows) > 0;
}

async function notifyDomain(tx: Tx, ctx: JobCtx, accountId: string, one: BudgetForm['perDomain'][number]): Promise<void> {
  const [domain] = await ownedDomainsById(tx, { id: accountId }, [one.domainId]);
  const what = domainNotices[one.action];
  if (domain) await notifyBudget(tx, ctx, accountId, what, { domain: domain.name, cap: amountParam(one.cap) });
}

const types = {
  threshold: 'message',
  capReached: 'warning',
  capPaused: 'error',
  capCacheOnly: 'error',
  capChallenge: 'error',
  domainReached: 'warning',
  domainCacheOnly: 'error',
  domainChallenge: 'error',
  domainPaused: 'error',
} as const;

function notifyBudget(
  tx: Tx,
  ctx: JobCtx,
  accountId: string,
  what: keyof typeof types,
  params: Record<string, string | number>,
): Promise<void> {
  return notifyOwner(
    tx,
    ctx,
    {
      accountId,
      event: 'lowBalance',
      type: types[what],
      title: `budget:notice.${what}Title`,
      description: `budget:notice.${what}Text`,
      params,
      link: '/finance/budget',
    },
    { body: 'mail:balance.body' },
  );
}

/** Checks every budget. A new month restarts what the caps of the last one stopped. */
export const sweepBudgets: JobHandler = async ({ services: { store, jobs } }) => {
  const budgets = await store.reader.selectFrom('budget').select('accountId').execute();
  if (budgets.length > 0)
    await store.write('budget.sweep', async (tx) => {
      for (const { accountId } of budgets) await jobs.enqueue(tx, financeJobs.checkBudget, { accountId });
    });
};
