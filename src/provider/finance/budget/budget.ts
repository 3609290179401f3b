import { limitActions } from '../../../lib/contract/core/stopped.ts';
import { type Budget, type BudgetForm, budget, type CapAction } from '../../../lib/contract/finance/budget.ts';
import { byName } from '../../../lib/format/order.ts';
import { addMonths, type Month, monthKey } from '../../../lib/rules/core/month.ts';
import { actsAt } from '../../../lib/rules/finance/budget/guard.ts';
import { iso } from '../../../lib/time.ts';
import { hasEdge } from '../../core/edgeReach.ts';
import { implement } from '../../core/implement.ts';
import { ownedDomain, ownedDomains, ownedDomainsById } from '../../db/owned.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { Account } from '../../kernel/account.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';
import { financeJobs } from '../jobs.ts';
import { spentIn, sumCharges } from './spent.ts';

const nothing: Budget = { monthly: null, thresholds: [50, 80, 100], hardCap: null, capAction: 'notify', perDomain: [], version: 0 };

export async function loadBudget(db: Db | Tx, accountId: string): Promise<Budget> {
  const row = await db.selectFrom('budget').selectAll().where('accountId', '=', accountId).executeTakeFirst();
  if (!row) return nothing;
  const { monthly, hardCap, capAction, version } = row;
  const { thresholds, perDomain } = row;
  return { monthly, thresholds, hardCap, capAction, perDomain, version };
}

/** Domain caps for domains that the account still has: a cap is removed with its domain. */
async function withOwnDomains(db: Db | Tx, account: Account, saved: Budget): Promise<Budget> {
  const ids = saved.perDomain.map(({ domainId }) => domainId);
  const owned = new Set((await ownedDomainsById(db, account, ids)).map(({ id }) => id));
  return { ...saved, perDomain: saved.perDomain.filter(({ domainId }) => owned.has(domainId)) };
}

export const budgetHandlers = implement(budget, {
  async get({ db, account, now, locale }) {
    const month = monthKey(now);
    const [saved, charges, domains] = await Promise.all([
      loadBudget(db, account.id),
      spentIn(db, account.id, month),
      ownedDomains(db, account).select(['id', 'name']).execute(),
    ]);
    return {
      budget: await withOwnDomains(db, account, saved),
      month,
      spent: sumCharges(charges),
      domains: byName(domains, locale).map(({ id, name }) => ({
        id,
        name,
        spent: sumCharges(charges.filter(({ reference }) => reference === id)),
      })),
    };
  },

  async rehearse({ db, account, now }, { cap, domainId }) {
    if (domainId !== undefined) await ownedDomain(db, account, domainId);
    const chargesIn = async (month: Month) => {
      const all = await spentIn(db, account.id, month);
      return domainId === undefined ? all : all.filter(({ reference }) => reference === domainId);
    };
    const spent = sumCharges(await chargesIn(monthKey(now)));
    const current = { spent, reached: spent >= cap };
    const month = addMonths(monthKey(now), -1);
    const charges = await chargesIn(month);
    if (charges.length === 0) return { rehearsal: null, current };
    const at = actsAt(charges, cap);
    return { rehearsal: { month, total: sumCharges(charges), actsAt: at === null ? null : iso(at) }, current };
  },

  update: (ctx, { version, ...form }) =>
    ctx.write(async ({ tx, log }) => {
      const { account, now } = ctx;
      const saved = await loadBudget(tx, account.id);
      if (version !== undefined && version !== saved.version)
        refuse(409, 'error:versionConflict', { extra: { budget: await withOwnDomains(tx, account, saved) } });
      const owned = new Set(
        (
          await ownedDomainsById(
            tx,
            account,
            form.perDomain.map(({ domainId }) => domainId),
          )
        ).map(({ id }) => id),
      );
      const foreign = form.perDomain.findIndex(({ domainId }) => !owned.has(domainId));
      if (foreign !== -1) refuseField(`perDomain.${foreign}.domainId`, 'budget:error.domain');
      const isUsed = (form: Pick<BudgetForm, 'capAction' | 'perDomain'>, action: CapAction) =>
        form.capAction === action || form.perDomain.some((one) => one.action === action);
      const added = limitActions.find((action) => isUsed(form, action) && !isUsed(saved, action));
      if (added && !(await hasEdge(tx, ctx.services.drivers, now))) {
        const place = form.perDomain.findIndex(({ action }) => action === added);
        refuseField(form.capAction === added ? 'capAction' : `perDomain.${place}.action`, 'budget:error.edge');
      }
      const next: Budget = { ...form, thresholds: [...form.thresholds].sort((a, b) => a - b), version: saved.version + 1 };
      const { thresholds, perDomain, ...plain } = next;
      const columns = { ...plain, thresholds, perDomain, updatedAt: now };
      await tx
        .insertInto('budget')
        .values({ accountId: account.id, ...columns })
        .onConflict((conflict) => conflict.column('accountId').doUpdateSet(columns))
        .execute();
      // Raising a cap restarts what the old cap stopped.
      await ctx.services.jobs.enqueue(tx, financeJobs.checkBudget, { accountId: account.id });
      const entity = { type: 'budget', id: account.id, name: '' };
      await log({ action: 'update', entity, before: saved, after: next });
      return { budget: next };
    }),
});
