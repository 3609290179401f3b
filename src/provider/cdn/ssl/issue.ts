import type { Work } from '../../core/services.ts';
import type { Domain, SslRow, Tx } from '../../db/schema.ts';
import { Later } from '../../drivers/certs/certs.ts';
import { DriverRefusal } from '../../drivers/driver.ts';
import { within } from '../../drivers/within.ts';
import type { JobHandler } from '../../jobs/jobs.ts';
import { startTask } from '../../jobs/tasks.ts';
import { sealKey } from '../certificateKey.ts';
import type { cdnJobs } from '../jobs.ts';
import { checkCaa } from './caa.ts';
import { abandonOrder, endTask, fail, type IssuanceTarget, postpone, record, scheduleIssuance, step } from './issuance.ts';
import { proofFor, withdraw } from './proof.ts';
import { change, inactiveReason } from './state.ts';
import { validateOrRefuse } from './validate.ts';

/** For all CAA queries of one attempt, in milliseconds. */
const CAA_MS = 15_000;

/** Schedules the issuance of a row's certificate, the first or a renewal. Each row has one job and one task. */
export async function beginIssuing(
  tx: Tx,
  ctx: Work,
  domain: Pick<Domain, 'id' | 'name' | 'accountId'>,
  row: SslRow,
): Promise<{ row: SslRow; taskId: string }> {
  const entity = { type: 'domain', id: domain.id, name: domain.name };
  const taskId = await startTask(tx, ctx, { accountId: domain.accountId, kind: 'ssl.issue', entity });
  const status = row.status === 'failed' ? 'pending' : row.status;
  const begun = { status, taskId, reason: null, reasonParams: null, attempts: 0, nextAttemptAt: null } as const;
  const next = await change(tx, row, begun, ctx.now);
  await scheduleIssuance(tx, ctx.services, row.id, 0);
  return { row: next, taskId };
}

/** When a domain becomes active, begins what had to wait for it: a certificate of a restored domain, or of one that was away. */
export async function issueWaiting(tx: Tx, ctx: Work, domain: Pick<Domain, 'id' | 'name' | 'accountId'>): Promise<void> {
  const rows = await tx
    .selectFrom('ssl')
    .selectAll()
    .where('domainId', '=', domain.id)
    .where('kind', '=', 'free')
    .where('status', '=', 'failed')
    .where('reason', '=', inactiveReason.reason)
    .where('taskId', 'is', null)
    .execute();
  for (const row of rows) await beginIssuing(tx, ctx, domain, row);
}

/** When a domain is removed, ends what is in progress for its certificates. */
export async function cancelIssuing(tx: Tx, ctx: Pick<Work, 'now'>, domain: Pick<Domain, 'id'>): Promise<void> {
  const rows = await tx.selectFrom('ssl').selectAll().where('domainId', '=', domain.id).where('taskId', 'is not', null).execute();
  for (const row of rows) await endTask(tx, ctx, row, 'cancelled');
}

async function find(tx: Tx, sslId: string): Promise<IssuanceTarget | null> {
  const row = await tx.selectFrom('ssl').selectAll().where('id', '=', sslId).executeTakeFirst();
  const domain = row && (await tx.selectFrom('domain').selectAll().where('id', '=', row.domainId).executeTakeFirst());
  return row && domain ? { row, domain } : null;
}

/**
 * Has the certificate of one row issued. It may crash anywhere and run again: a certificate that was issued but not stored is
 * discarded, and the task of the row says whether one is still needed.
 */
export const issueSsl: JobHandler<typeof cdnJobs.issueSsl> = async (ctx, { sslId }) => {
  const found = await ctx.services.store.snapshot((tx) => find(tx, sslId));
  // Deleted, removed with its domain, or done by another process.
  if (!found || found.row.taskId === null) return;
  const { row, domain } = found;
  if (row.nextAttemptAt !== null && row.nextAttemptAt > ctx.now) {
    await ctx.services.store.write(issueLock(domain), (tx) => scheduleIssuance(tx, ctx.services, row.id, row.nextAttemptAt ?? 0));
    return;
  }
  const settle = (work: (tx: Tx, current: IssuanceTarget) => Promise<void>) =>
    ctx.services.store.write(issueLock(domain), async (tx) => {
      const current = await find(tx, sslId);
      // It was deleted or requested again: discard this attempt.
      if (current?.row.taskId === row.taskId) await work(tx, current);
      else await endTask(tx, ctx, row, 'cancelled');
    });

  const driver = ctx.services.certs;
  if (domain.status !== 'active') return settle((tx, now) => abandonOrder(tx, ctx, now, 'ssl:reason.inactive'));
  if (!driver) return settle((tx, now) => abandonOrder(tx, ctx, now, 'ssl:reason.noAuthority'));
  await settle((tx) => step(tx, ctx, row, { status: 'running', percent: 20 }));
  let judged: Awaited<ReturnType<typeof validateOrRefuse>>;
  try {
    const order = { hosts: row.hosts, now: ctx.now };
    const lookup = {
      db: ctx.services.store.reader,
      resolver: ctx.services.resolver,
      issuer: driver.capabilities.caa,
      attempts: row.attempts,
    };
    await within(CAA_MS, ctx.signal, (signal) => checkCaa(lookup, domain, order.hosts, signal));
    const proof = await proofFor(ctx, domain, row);
    const issued = await within(driver.timeoutMs, ctx.signal, (signal) => driver.issue(order, signal, proof));
    // The authority isn't trusted either: the certificate must be valid for this domain.
    judged = await validateOrRefuse({ ...issued, zone: domain.name, now: ctx.now });
  } catch (error) {
    // The process is shutting down: the outcome is unknown, and the job runs again.
    if (ctx.signal.aborted) throw error;
    if (error instanceof Later) return settle((tx, now) => postpone(tx, ctx, now, error));
    ctx.services.log.warn({ err: error, ssl: row.id, attempts: row.attempts + 1 }, 'certificate issuance failed');
    await settle((tx, now) => fail(tx, ctx, now, error));
    if (error instanceof DriverRefusal) await withdraw(ctx, domain, row);
    return;
  }
  await settle(async (tx, current) => {
    if (current.domain.status !== 'active') return abandonOrder(tx, ctx, current, 'ssl:reason.inactive');
    const isFirst = current.row.certificate === null;
    const attachedHosts = isFirst ? await withoutCertificate(tx, current.row) : current.row.attachedHosts;
    const next = await change(
      tx,
      current.row,
      {
        ...judged.columns,
        hosts: current.row.hosts,
        sealedKey: sealKey(ctx.services, row.id, judged.privateKey),
        status: 'active',
        attachedHosts,
        taskId: null,
        reason: null,
        reasonParams: null,
        attempts: 0,
        nextAttemptAt: null,
        toldDays: null,
      },
      ctx.now,
    );
    await endTask(tx, ctx, current.row, 'done', { percent: 100 });
    await record(tx, ctx, domain, current.row, next);
  });
  await withdraw(ctx, domain, row);
};

const issueLock = ({ accountId }: Domain): string => `account:${accountId}`;
/** Names of a row that no other certificate of the domain is attached to. */
async function withoutCertificate(tx: Tx, { id, domainId, hosts }: SslRow): Promise<string[]> {
  const others = await tx.selectFrom('ssl').select('attachedHosts').where('domainId', '=', domainId).where('id', '!=', id).execute();
  const attached = new Set(others.flatMap(({ attachedHosts }) => attachedHosts));
  return hosts.filter((host) => !attached.has(host));
}
