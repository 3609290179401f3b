import { expect, test } from 'vitest';
import { runJobs } from '../../../../tests/support/jobs.ts';
import { move, readAccountId } from '../../../../tests/support/ledger.ts';
import type { TestProvider } from '../../../../tests/support/provider.ts';
import { signedIn } from '../../../../tests/support/signedIn.ts';
import { stored } from '../../../../tests/support/stored.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { type BudgetForm, budget } from '../../../lib/contract/finance/budget.ts';
import { monthStart } from '../../../lib/rules/core/month.ts';
import { financeJobs } from '../jobs.ts';

/** The demo customer was charged 200,000 mills this month, all for atlas-shop.example. */
const base: BudgetForm = { monthly: null, thresholds: [50, 80, 100], hardCap: null, capAction: 'notify', perDomain: [] };

async function settle(p: TestProvider) {
  // Renewals would also charge the wallet as the clock moves.
  await p.store.write('jobs', (tx) => tx.deleteFrom('job').where('kind', '=', 'plan.renew').execute());
  await runJobs(p, financeJobs.sweepBudgets);
}

const notified = async (p: TestProvider) =>
  (await stored(p, 'notification')).flatMap(({ title, params }) =>
    title.startsWith('budget:') ? [`${title.replace('budget:notice.', '')} ${params.percent ?? ''}`.trim()] : [],
  );

const charge = async (p: TestProvider, amount: number, reference: string) => move(p, await readAccountId(p), -amount, { reference });

test('each threshold notifies once a month; of several reached at once, one does, with the share that is spent', async () => {
  const { p, token } = await signedIn();
  await p.ok(budget.update, { ...base, monthly: 240_000 }, { token });
  await settle(p);
  await settle(p);
  expect(await notified(p)).toEqual(['thresholdTitle 83']);
  await charge(p, 40_000, demo.planDomainId);
  await settle(p);
  await settle(p);
  expect(await notified(p)).toEqual(['thresholdTitle 83', 'thresholdTitle 100']);
  p.clock.now = monthStart('2026-12') + 1000;
  await charge(p, 120_000, demo.planDomainId);
  await settle(p);
  expect((await notified(p)).at(-1)).toBe('thresholdTitle 50');
});

test('a cap that pauses stops the account until it is raised, and the next month starts it again', async () => {
  const { p, token } = await signedIn();
  const status = async () => (await p.ok(domain.get, { domainId: demo.domainId }, { token: await p.signIn() })).domain.status;
  await p.ok(budget.update, { ...base, hardCap: 200_000, capAction: 'pause' }, { token });
  await settle(p);
  expect(await status()).toBe('inactive');
  expect(await notified(p)).toEqual(['capPausedTitle']);
  const refused = await p.try(domain.toggle, { domainId: demo.domainId, active: true }, { token });
  expect([refused.status, refused.body.code]).toEqual([409, 'domain:error.suspended.cap']);
  await p.ok(budget.update, { ...base, hardCap: 200_001, capAction: 'pause' }, { token });
  await settle(p);
  expect(await status()).toBe('active');
  await p.ok(budget.update, { ...base, hardCap: 100_000, capAction: 'pause' }, { token });
  await settle(p);
  expect(await status()).toBe('inactive');
  p.clock.now = monthStart('2026-12') + 1000;
  await settle(p);
  expect(await status()).toBe('active');
});

test('a domain cap stops only that domain, and a cap that only notifies stops nothing', async () => {
  const { p, token } = await signedIn();
  const statuses = async () => {
    const { domains } = await p.ok(domain.list, {}, { token });
    return Object.fromEntries(domains.map(({ name, status }) => [name, status]));
  };
  const before = await statuses();
  await charge(p, 5_000, demo.domainId);
  const perDomain = [{ domainId: demo.domainId, cap: 5_000, action: 'pause' as const }];
  await p.ok(budget.update, { ...base, hardCap: 1, perDomain }, { token });
  await settle(p);
  expect(await statuses()).toEqual({ ...before, 'parvaz.example': 'inactive' });
  expect((await notified(p)).sort()).toEqual(['capReachedTitle', 'domainPausedTitle']);
});

test('the preview shows the day on which a cap would have applied last month', async () => {
  const { p, token } = await signedIn();
  const { rehearsal, current } = await p.ok(budget.rehearse, { cap: 20_000 }, { token });
  // This month's charges have passed it, so it takes effect when it is saved.
  expect(current).toEqual({ spent: 200_000, reached: true });
  expect((await p.ok(budget.rehearse, { cap: 200_001 }, { token })).current.reached).toBe(false);
  expect((await p.ok(budget.rehearse, { cap: 1, domainId: demo.domainId }, { token })).current).toEqual({ spent: 0, reached: false });
  expect(rehearsal).toEqual({ month: '2026-10', total: 20_000, actsAt: '2026-10-20T01:00:00.000Z' });
  expect((await p.ok(budget.rehearse, { cap: 20_001 }, { token })).rehearsal?.actsAt).toBeNull();
  expect((await p.ok(budget.rehearse, { cap: 1, domainId: demo.domainId }, { token })).rehearsal).toBeNull();
  expect((await p.ok(budget.rehearse, { cap: 1 }, { token: await p.signIn(demo.second) })).rehearsal).toBeNull();
});

test('a budget changed elsewhere isn’t overwritten, and another customer’s domain is refused', async () => {
  const { p, token } = await signedIn();
  await p.ok(budget.update, { ...base, monthly: 1_000, version: 0 }, { token });
  const stale = await p.try(budget.update, { ...base, monthly: 2_000, version: 0 }, { token });
  expect([stale.status, stale.body.code]).toEqual([409, 'error:versionConflict']);
  expect(stale.body.budget).toMatchObject({ monthly: 1_000, version: 1 });
  const stranger = await p.signIn(demo.second);
  const perDomain = [{ domainId: demo.domainId, cap: 1_000, action: 'pause' as const }];
  const foreign = await p.try(budget.update, { ...base, perDomain }, { token: stranger });
  expect([foreign.status, foreign.body.code]).toEqual([422, 'budget:error.domain']);
});
