import { randomUUID } from 'node:crypto';
import { publicOrigin } from '../../../config/env.ts';
import { type ClosingBlocker, closingWarnDays } from '../../../lib/rules/core/closing.ts';
import { DAY } from '../../../lib/time.ts';
import { dayParam } from '../../core/localizedParams.ts';
import { preferredLanguage } from '../../core/notification/mail.ts';
import { queueMail } from '../../core/outbox.ts';
import type { Registry } from '../../core/registry.ts';
import type { Services, Work } from '../../core/services.ts';
import type { Db, Tx, User } from '../../db/schema.ts';
import type { JobCtx, JobHandler } from '../../jobs/jobs.ts';
import { accountJobs } from '../jobs.ts';
import { hashPassword } from '../proof/index.ts';
import { forgetPerson, revokeAccess } from './forget.ts';

/** How often drivers are asked whether they have removed everything. */
const REQUEST_MS = 60_000;

/** Why an account can't be closed now, of all lines. */
export async function findBlockers(db: Db | Tx, registry: Registry, user: Pick<User, 'id' | 'staffRole'>): Promise<ClosingBlocker[]> {
  const blockers: ClosingBlocker[] = [];
  for (const line of registry.lines) blockers.push(...((await line.closeAccount?.blockers?.(db, { id: user.id })) ?? []));
  // Decisions of operators refer to them.
  return user.staffRole !== null ? [...blockers, 'operator'] : blockers;
}

/** Schedules the next step of a closing. Each account has one job. */
export const follow = (tx: Tx, { jobs }: Pick<Services, 'jobs'>, accountId: string, runAt: number): Promise<void> =>
  jobs.enqueue(tx, accountJobs.runClosing, { accountId }, { runAt });

/** Emails the owner about a closing. Not a notification: it can't be turned off, and the last one is sent when the account is gone. */
export const notifyOwner = (
  tx: Tx,
  ctx: Work<'env' | 'jobs'>,
  user: Pick<User, 'email' | 'language'>,
  what: 'requested' | 'soon' | 'cancelled' | 'closed',
  at: number,
): Promise<void> =>
  queueMail(tx, ctx, {
    to: user.email,
    language: preferredLanguage(user),
    subject: `mail:closing.${what}.subject`,
    body: `mail:closing.${what}.body`,
    params: { email: user.email, date: dayParam(at), link: `${publicOrigin(ctx.services.env)}/account/privacy` },
  });

const findUser = (db: Db | Tx, id: string) => db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * One step of a closing: the reminder, the end of access, the removal, which repeats until the drivers are done, and the deletion of
 * personal data. Each step reads what the ones before have written, so it may be killed anywhere and run again.
 */
export const runClosing: JobHandler<typeof accountJobs.runClosing> = async (ctx, { accountId }) => {
  const { services } = ctx;
  const inAccount = <T>(work: (tx: Tx) => Promise<T>) => services.store.write(`account:${accountId}`, work);
  const waits = (ms: number) => inAccount((tx) => follow(tx, services, accountId, ctx.now + ms));
  // No password has this hash: nobody knows the one that was hashed.
  const closed = await hashPassword(randomUUID(), services.env.PASSWORD_COST);
  if (!(await inAccount((tx) => begin(tx, ctx, accountId, closed)))) return;
  for (const line of services.registry.lines) {
    const isGone = (await line.closeAccount?.release?.(ctx, { id: accountId })) ?? true;
    if (!isGone) return waits(REQUEST_MS);
  }
  await inAccount((tx) => end(tx, ctx, accountId));
};

/** Everything until the removal. @returns whether the removal may go on */
async function begin(tx: Tx, ctx: JobCtx, accountId: string, passwordHash: string): Promise<boolean> {
  const { now, services } = ctx;
  const user = await findUser(tx, accountId);
  const closesAt = Number(user?.closesAt ?? 0);
  if (!user || closesAt === 0 || user.closedAt !== null) return false;
  if (user.closeStartedAt !== null) return true;
  const set = (columns: { closeWarnedAt: number } | { closeStartedAt: number; passwordHash: string }) =>
    tx.updateTable('user').set(columns).where('id', '=', accountId).execute();
  if (now < closesAt) {
    const warnsAt = closesAt - closingWarnDays * DAY;
    if (now >= warnsAt && user.closeWarnedAt === null) {
      await set({ closeWarnedAt: now });
      await notifyOwner(tx, ctx, user, 'soon', closesAt);
    }
    await follow(tx, services, accountId, now >= warnsAt ? closesAt : warnsAt);
    return false;
  }
  // Unpaid proforma invoices are offers; a debt is not, and the closing waits for it.
  const blockers = await findBlockers(tx, services.registry, user);
  if (blockers.some((one) => one !== 'invoice')) {
    await follow(tx, services, accountId, now + DAY);
    return false;
  }
  await set({ closeStartedAt: now, passwordHash });
  await revokeAccess(tx, ctx, accountId);
  return true;
}

/** The last transaction: personal data is deleted, and the account gets its pseudonym. */
async function end(tx: Tx, ctx: JobCtx, accountId: string): Promise<void> {
  const user = await findUser(tx, accountId);
  if (!user || user.closedAt !== null) return;
  for (const line of ctx.services.registry.lines) await line.closeAccount?.forget?.(tx, ctx, { id: accountId });
  await notifyOwner(tx, ctx, user, 'closed', ctx.now);
  await forgetPerson(tx, ctx, accountId);
}
