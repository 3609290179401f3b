import { counted } from '../../../lib/rules/cdn/domain/hold.ts';
import { advance, type LifecycleEvent, nextCheckIn } from '../../../lib/rules/cdn/domain/lifecycle.ts';
import { iso } from '../../../lib/time.ts';
import type { Change } from '../../core/changes.ts';
import type { Notice } from '../../core/notification/notify.ts';
import { notifyOwner } from '../../core/notification/notifyOwner.ts';
import type { Work } from '../../core/services.ts';
import type { Domain, DomainCheck, Tx } from '../../db/schema.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { cdnJobs } from '../jobs.ts';
import { loadDomainCheck, type Observation } from '../ns/index.ts';
import { issueWaiting } from '../ssl/index.ts';
import { proveName, settleHold } from './hold.ts';

/** Schedules the check of a domain. Each domain has one job, which reschedules itself; scheduling again moves it. */
export const scheduleCheck = (tx: Tx, jobs: Pick<Jobs, 'enqueue'>, domainId: string, runAt: number): Promise<void> =>
  jobs.enqueue(tx, cdnJobs.checkDomain, { domainId }, { runAt });

/**
 * Applies one check in one transaction: stores it, schedules the next one and, when the domain changes state, notifies its
 * owner in the panel and by email. Idempotent: seeing the same state twice changes a domain once.
 * The name servers of a domain in CNAME setup don't affect its status, and it isn't checked again.
 * @param input the domain as it stands in this transaction
 * @returns the domain, and the change for the log if there is one; the caller adds who made it
 */
export async function applyObservation(
  tx: Tx,
  ctx: Work,
  input: Domain,
  { seen: observed, current, source, signed }: Observation,
): Promise<{ domain: Domain; change: Change | null }> {
  const { now } = ctx;
  const domain = input.setupMode === 'ns' ? await settleHold(tx, ctx, input, observed) : input;
  const before = await loadDomainCheck(tx, domain.id);
  const { status, activatedAt, movedAwayAt } = domain;
  const state = { status, activatedAt, movedAwayAt, misses: before?.misses ?? 0, missingSince: before?.missingSince ?? null };
  const counts = domain.setupMode === 'ns';
  const { next, event } = counts ? advance(state, counted(domain.hold, observed), now) : { next: state, event: null };
  const nextAt = counts ? now + nextCheckIn(next, next.movedAwayAt ?? domain.createdAt, now) : null;
  // Without a response nothing changes: the last result stays, with its time.
  const retained =
    observed === 'unseen' && before ? { seen: before.seen, current: before.current, source: before.source, signed: before.signed } : null;
  const row: DomainCheck = {
    domainId: domain.id,
    seen: observed,
    current,
    source,
    signed,
    checkedAt: now,
    ...(retained && { ...retained, seen: observed }),
    misses: next.misses,
    missingSince: next.missingSince,
    nextAt,
  };
  const { domainId: _id, ...columns } = row;
  await tx
    .insertInto('domainCheck')
    .values(row)
    .onConflict((conflict) => conflict.column('domainId').doUpdateSet(columns))
    .execute();
  if (nextAt !== null) await scheduleCheck(tx, ctx.services.jobs, domain.id, nextAt);
  if (next.status === status) return { domain, change: null };

  const moved = { status: next.status, activatedAt: next.activatedAt, movedAwayAt: next.movedAwayAt };
  await tx.updateTable('domain').set(moved).where('id', '=', domain.id).execute();
  if (event) await notifyLifecycle(tx, ctx, domain, event);
  if (next.status === 'active') await issueWaiting(tx, ctx, domain);
  const settled = next.status === 'active' ? await proveName(tx, ctx, domain) : domain;
  const shown = (one: typeof moved) => ({ status: one.status, activatedAt: iso(one.activatedAt), movedAwayAt: iso(one.movedAwayAt) });
  return {
    domain: { ...settled, ...moved },
    change: {
      action: 'update',
      entity: { type: 'domain', id: domain.id, name: domain.name },
      domainId: domain.id,
      before: shown(domain),
      after: { ...shown(moved), nameServers: current },
    },
  };
}

const notices: Record<
  LifecycleEvent,
  Pick<Notice, 'type' | 'title' | 'description'> & {
    subject: 'mail:domainActive.subject' | 'mail:domainMoved.subject';
    body: 'mail:domainActive.body' | 'mail:domainMoved.body';
    page: string;
  }
> = {
  activated: {
    type: 'success',
    title: 'domain:notice.activeTitle',
    description: 'domain:notice.activeText',
    subject: 'mail:domainActive.subject',
    body: 'mail:domainActive.body',
    page: 'setup/done',
  },
  returned: {
    type: 'success',
    title: 'domain:notice.returnedTitle',
    description: 'domain:notice.returnedText',
    subject: 'mail:domainActive.subject',
    body: 'mail:domainActive.body',
    page: 'setup/done',
  },
  movedAway: {
    type: 'warning',
    title: 'domain:notice.movedTitle',
    description: 'domain:notice.movedText',
    subject: 'mail:domainMoved.subject',
    body: 'mail:domainMoved.body',
    page: 'setup/ns',
  },
};

const notifyLifecycle = (tx: Tx, ctx: Work, { accountId, name, firstNs, secondNs }: Domain, event: LifecycleEvent): Promise<void> => {
  const { page, subject, body, ...notice } = notices[event];
  const params = { domain: name, first: firstNs, second: secondNs };
  return notifyOwner(tx, ctx, { accountId, event: 'domainStatus', ...notice, params, link: `/domains/${name}/${page}` }, { subject, body });
};
