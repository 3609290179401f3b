import { isWaiting } from '../../../lib/rules/cdn/domain/lifecycle.ts';
import { planSum } from '../../../lib/rules/cdn/plan/change.ts';
import { dueStep } from '../../../lib/rules/cdn/plan/renewal.ts';
import { iso } from '../../../lib/time.ts';
import { catalog } from '../../core/catalog.ts';
import { writeSystemChange } from '../../core/changes.ts';
import { readBalance } from '../../core/ledger/ledger.ts';
import { amountParam, dayParam, textParam } from '../../core/localizedParams.ts';
import { notify } from '../../core/notification/notify.ts';
import { notifyOwner } from '../../core/notification/notifyOwner.ts';
import type { Domain, DomainPlan, Tx } from '../../db/schema.ts';
import type { JobCtx, JobHandler } from '../../jobs/jobs.ts';
import { markStale } from '../../live/stale.ts';
import { setZone } from '../dns/index.ts';
import { pauseStopped } from '../domainSuspension.ts';
import type { cdnJobs } from '../jobs.ts';
import { plansByTime } from '../plans.ts';
import { buyPlan } from './buy.ts';
import { loadTerm, renewalAt, renewalPrice, saveTerm } from './term.ts';

/**
 * Checks a purchased plan: announces the coming charge, charges the next period and, if the balance is too small, retries for
 * 24 hours and then disables the service (docs/product.md, Money). Each check is one transaction with the job that follows it, so
 * after a crash the check is repeated and finds the work done.
 */
export const renewPlan: JobHandler<typeof cdnJobs.renewPlan> = async (ctx, { domainId }) => {
  const { store } = ctx.services;
  const owner = await store.reader.selectFrom('domain').select('accountId').where('id', '=', domainId).executeTakeFirst();
  // The domain was removed, and its plan with it.
  if (!owner) return;
  await store.write(`account:${owner.accountId}`, async (tx) => {
    const domain = await tx.selectFrom('domain').selectAll().where('id', '=', domainId).executeTakeFirst();
    const term = domain && (await loadTerm(tx, domain));
    if (!domain || !term) return;
    // A contract plan is billed separately.
    if (catalog.plans[domain.plan].price.monthly === null) await saveTerm(tx, ctx, domain.id, null);
    else await lookAt(tx, ctx, domain, term);
  });
};

async function lookAt(tx: Tx, ctx: JobCtx, domain: Domain, term: DomainPlan): Promise<void> {
  const { now } = ctx;
  const save = (next: Partial<DomainPlan>) => {
    const { domainId, ...values } = { ...term, ...next };
    return saveTerm(tx, ctx, domainId, values);
  };
  const step = dueStep(term, now);
  // Scheduled too early, for example by the migration: only schedule the next check.
  if (step === null) return save({});
  const price = renewalPrice((await plansByTime(tx))(renewalAt(term, now)), domain, term);
  const isEnough = (await readBalance(tx, domain.accountId)) >= price;
  if (step === 'notice') {
    await notifyRenewal(tx, ctx, domain, isEnough ? 'soon' : 'low', { price, endsAt: term.endsAt });
    return save({ noticedAt: now });
  }
  if (isEnough) return renew(tx, ctx, domain, term, price);
  if (step === 'revive') return save({});
  if (step === 'lastCharge') {
    // A domain that isn't active has no service to disable: it continues with Basic.
    if (isWaiting(domain)) return fallToBasic(tx, ctx, domain, price);
    await disable(tx, ctx, domain, price);
    return save({ disabledAt: now, didPause: domain.status === 'active' ? 1 : 0 });
  }
  if (term.unpaidSince === null) {
    await notifyRenewal(tx, ctx, domain, 'unpaid', { price, endsAt: term.endsAt });
    await change(tx, ctx, domain, { unpaid: false }, { unpaid: true });
  }
  return save({ unpaidSince: term.unpaidSince ?? now });
}

/** Charges the next period. One restored after it was disabled starts now: it had no service in between. */
async function renew(tx: Tx, ctx: JobCtx, domain: Domain, term: DomainPlan, price: number): Promise<void> {
  const { period, boughtAt, disabledAt, didPause } = term;
  const goesOn = disabledAt === null ? term : undefined;
  const label = `plan:ledger.${period}` as const;
  await buyPlan(tx, ctx, domain, { period, sum: planSum(price, 0, 0), label, lacking: 'plan:error.balance', goesOn, boughtAt });
  const isRevived = didPause === 1 && domain.status === 'inactive';
  // If it is suspended for another reason, the end of that one resumes it.
  const status = isRevived && !(await pauseStopped(tx, domain.id)) ? 'active' : domain.status;
  await setStatus(tx, ctx, domain, status);
  const next = await loadTerm(tx, domain);
  const end = (one: DomainPlan | undefined) => one && { paidUntil: iso(one.endsAt) };
  await change(tx, ctx, domain, { status: domain.status, ...end(term) }, { status, ...end(next), charged: price });
  if (price > 0) await notifyRenewal(tx, ctx, domain, 'renewed', { price, endsAt: next?.endsAt ?? term.endsAt });
}

async function disable(tx: Tx, ctx: JobCtx, domain: Domain, price: number): Promise<void> {
  const status = domain.status === 'active' ? 'inactive' : domain.status;
  await setStatus(tx, ctx, domain, status);
  await change(tx, ctx, domain, { status: domain.status }, { status, disabled: true });
  await notifyRenewal(tx, ctx, domain, 'disabled', { price, endsAt: ctx.now });
}

/** The DNS responses for records that go through the CDN change with the status, as when its owner pauses the domain. */
async function setStatus(tx: Tx, ctx: JobCtx, domain: Domain, status: Domain['status']): Promise<void> {
  if (status === domain.status) return;
  await tx.updateTable('domain').set({ status }).where('id', '=', domain.id).execute();
  const zoneVersion = await setZone(tx, ctx, domain);
  await tx.updateTable('domain').set({ zoneVersion }).where('id', '=', domain.id).execute();
}

async function fallToBasic(tx: Tx, ctx: JobCtx, domain: Domain, price: number): Promise<void> {
  await tx.updateTable('domain').set({ plan: 'free', planSince: ctx.now }).where('id', '=', domain.id).execute();
  await saveTerm(tx, ctx, domain.id, null);
  await change(tx, ctx, domain, { plan: domain.plan }, { plan: 'free' });
  await notifyRenewal(tx, ctx, domain, 'ended', { price, endsAt: ctx.now });
}

/** The domain, its features and the rest of what a plan decides are read again with it. */
async function change(tx: Tx, { now, newId }: JobCtx, domain: Domain, before: object, after: object): Promise<void> {
  const entity = { type: 'plan', id: domain.id, name: domain.name };
  const { accountId, id: domainId } = domain;
  await writeSystemChange(
    tx,
    { now, newId },
    { kind: 'plan.renew', group: 'plan', accountId, action: 'update', entity, domainId, before, after },
  );
  for (const group of ['domain', 'dns', 'logForward', 'ns', 'zone', 'dedicatedIp', 'cnameSetup'] as const)
    markStale(tx, accountId, group, now);
}

/** The notifications: always in the panel, and by email (`mail`) if the customer has to act. */
const notices = {
  soon: { event: 'invoice', type: 'message', mail: false },
  renewed: { event: 'invoice', type: 'success', mail: false },
  low: { event: 'lowBalance', type: 'warning', mail: true },
  unpaid: { event: 'negativeBalance', type: 'warning', mail: true },
  disabled: { event: 'negativeBalance', type: 'error', mail: true },
  ended: { event: 'negativeBalance', type: 'warning', mail: true },
} as const;

async function notifyRenewal(
  tx: Tx,
  ctx: JobCtx,
  { accountId, name, plan }: Domain,
  what: keyof typeof notices,
  { price, endsAt }: { price: number; endsAt: number },
): Promise<void> {
  const { event, type, mail } = notices[what];
  const link = `/domains/${name}/plan`;
  const params = { domain: name, plan: textParam(`common:plan.${plan}`), amount: amountParam(price), date: dayParam(endsAt) };
  const texts = { title: `plan:notice.${what}Title`, description: `plan:notice.${what}Text` } as const;
  const notice = { accountId, event, type, ...texts, params, link };
  if (!mail) return void (await notify(tx, ctx, notice));
  await notifyOwner(tx, ctx, notice, { body: 'mail:plan.body' });
}
