import { serverTransfer } from '../../../lib/contract/cloud/serverTransfer.ts';
import { comparedIn } from '../../../lib/format/order.ts';
import { millsFor, periodHours } from '../../../lib/rules/cloud/price.ts';
import { HOUR, iso } from '../../../lib/time.ts';
import { writeSystemChange } from '../../core/changes.ts';
import { implement, type SignedIn } from '../../core/implement.ts';
import { readBalance } from '../../core/ledger/ledger.ts';
import { requireRecent } from '../../core/session/recent.ts';
import { consumeAttempt } from '../../core/throttle.ts';
import { ownedServers } from '../../db/owned.ts';
import type { Db, ServerRow, Tx } from '../../db/schema.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';
import { currentRates } from '../prices.ts';
import { computeServerRate, countUntilNow, ownServer, refuseUnconfirmed, viewServer } from '../server/index.ts';
import { acceptTransfer, requiredCredit } from './accept.ts';
import { notifyOffered, notifyTransferOwner, notifyWithdrawn } from './notices.ts';
import { findOpenTransfer, receivedBy, receivedOffers, type TransferRow, toEntity, toTransfer, transferFault, VALID_MS } from './rows.ts';

/** Anyone can offer servers to an address, so the list has an end. */
const OFFERS = 20;
const offering = {
  account: { name: 'transfer-offer', max: 20, windowMs: HOUR },
  address: { name: 'transfer-address', max: 5, windowMs: HOUR },
} as const;

const ownRow = async (db: Db | Tx, account: SignedIn['account'], serverId: string) =>
  (await ownedServers(db, account).selectAll().where('server.id', '=', serverId).executeTakeFirst()) ?? refuse(404, 'error:notFound');

/** An open transfer that the caller's account sent or received. */
async function concerned(db: Db | Tx, { account, now }: SignedIn, token: string): Promise<TransferRow> {
  const sent = await db
    .selectFrom('serverTransfer')
    .selectAll()
    .where('id', '=', token)
    .where('accountId', '=', account.id)
    .executeTakeFirst();
  return sent ?? (await receivedBy(db, account, token, now)) ?? refuse(404, 'error:notFound');
}

interface Offer {
  email: string;
  confirm: string;
}

/** Refuses an offer that can't be made now. */
async function refuseOffer(db: Db | Tx, ctx: SignedIn, server: ServerRow, { email, confirm }: Offer): Promise<void> {
  refuseUnconfirmed(server, confirm);
  const holder = await db.selectFrom('user').select('email').where('id', '=', ctx.account.id).executeTakeFirstOrThrow();
  if (email === holder.email) refuseField('email', 'serverTransfer:error.self');
  const open = await findOpenTransfer(db, ctx.account, server.id, ctx.now);
  if (open) refuse(409, 'serverTransfer:error.open', { params: { email: open.email } });
  const fault = await transferFault(db, server, ctx.services);
  if (fault) refuse(409, fault.code, { ...(fault.params && { params: fault.params }), extra: { state: server.state } });
}

export const serverTransferHandlers = implement(serverTransfer, {
  async get(ctx, { serverId }) {
    const row = await ownRow(ctx.db, ctx.account, serverId);
    const open = await findOpenTransfer(ctx.db, ctx.account, serverId, ctx.now);
    const fault = await transferFault(ctx.db, row, ctx.services);
    return { transfer: open ? toTransfer(open) : null, reason: fault && ctx.t(fault.code, fault.params) };
  },

  async offer(ctx, { serverId, email, confirm }) {
    const offer = { email, confirm };
    const known = await ownRow(ctx.db, ctx.account, serverId);
    requireRecent(ctx);
    // Only offers that send an email are counted.
    await refuseOffer(ctx.db, ctx, known, offer);
    await consumeAttempt(ctx, [
      { limit: offering.account, key: ctx.account.id },
      { limit: offering.address, key: email },
    ]);
    return ctx.write(async ({ tx, log }) => {
      const { account, now } = ctx;
      const server = await ownServer(tx, account, serverId);
      await refuseOffer(tx, ctx, server, offer);
      // One that has expired.
      await tx.deleteFrom('serverTransfer').where('serverId', '=', serverId).execute();
      const dates = { createdAt: now, expiresAt: now + VALID_MS };
      const row: TransferRow = { id: ctx.newId(), serverId, accountId: account.id, email, sentBy: ctx.user.email, ...dates };
      await tx.insertInto('serverTransfer').values(row).execute();
      await notifyOffered(tx, ctx, row, server.name);
      await log({ action: 'create', entity: toEntity(server), after: { email } });
      return { transfer: toTransfer(row) };
    });
  },

  async offers({ db, account, now }) {
    const rows = await receivedOffers(db, account, now)
      .innerJoin('server', 'server.id', 'serverTransfer.serverId')
      .select(['serverTransfer.id', 'serverTransfer.sentBy', 'serverTransfer.expiresAt', 'server.name'])
      .orderBy('serverTransfer.createdAt', 'desc')
      .orderBy('serverTransfer.id', 'desc')
      .limit(OFFERS)
      .execute();
    return {
      offers: rows.map(({ id, sentBy, expiresAt, name }) => ({
        transferToken: id,
        sentBy,
        name,
        expiresAt: iso(expiresAt),
      })),
    };
  },

  async incoming(ctx, { transferToken }) {
    const row = (await receivedBy(ctx.db, ctx.account, transferToken, ctx.now)) ?? refuse(404, 'error:notFound');
    const from = { id: row.accountId };
    const server = await ownRow(ctx.db, from, row.serverId);
    const fault = await transferFault(ctx.db, server, ctx.services);
    const rates = await currentRates(ctx.db, ctx.now);
    const hourlyRate = computeServerRate(server, rates);
    const { firewallIds } = server.settings;
    const groups = firewallIds.length
      ? await ctx.db.selectFrom('serverFirewall').select('title').where('id', 'in', firewallIds).execute()
      : [];
    return {
      transfer: {
        transferToken: row.id,
        sentBy: row.sentBy,
        expiresAt: iso(row.expiresAt),
        server: await viewServer(ctx.db, { account: from, t: ctx.t, now: ctx.now, locale: ctx.locale }, row.serverId),
        hourlyMicroMills: hourlyRate,
        monthly: millsFor(hourlyRate, periodHours.monthly),
        paidUntil: iso(Math.max(server.meteredUntil, ctx.now)),
        isPrepaid: server.period !== 'payg',
        firewalls: groups.map(({ title }) => title).sort(comparedIn(ctx.locale)),
        needed: requiredCredit(server, rates),
        balance: await readBalance(ctx.db, ctx.account.id),
        reason: fault && ctx.t(fault.code, fault.params),
      },
    };
  },

  async accept(ctx, { transferToken, ...wanted }) {
    const known = await receivedBy(ctx.db, ctx.account, transferToken, ctx.now);
    const { drivers } = ctx.services;
    // It needs the driver, so it can't be part of the transaction.
    if (known) await countUntilNow(ctx, drivers.compute, known.serverId);
    const lock = [...new Set([`account:${ctx.account.id}`, ...(known ? [`account:${known.accountId}`] : [])])];
    // A repeated request finds its stored response inside.
    return ctx.write(async (writing) => {
      const offer = known && (await receivedBy(writing.tx, ctx.account, transferToken, ctx.now));
      return acceptTransfer(ctx, writing, offer ?? refuse(404, 'error:notFound'), wanted);
    }, lock);
  },

  async cancel(ctx, { transferToken }) {
    const { accountId } = await concerned(ctx.db, ctx, transferToken);
    return ctx.write(async ({ tx, log }) => {
      const row = await concerned(tx, ctx, transferToken);
      const server = await ownServer(tx, { id: accountId }, row.serverId);
      await tx.deleteFrom('serverTransfer').where('id', '=', row.id).execute();
      const isSender = row.accountId === ctx.account.id;
      const change = { action: 'delete', entity: toEntity(server), before: { email: row.email } } as const;
      await log(change);
      if (isSender) await notifyWithdrawn(tx, ctx, row, server.name);
      else {
        const origin = { kind: 'serverTransfer.cancel', group: 'serverTransfer', accountId } as const;
        await writeSystemChange(tx, ctx, { ...origin, ...change });
        await notifyTransferOwner(tx, ctx, row, server.name, 'declined');
      }
      return { done: true as const };
    }, `account:${accountId}`);
  },
});
