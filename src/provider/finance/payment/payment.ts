import { brand } from '../../../config/brand.ts';
import { payment } from '../../../lib/contract/finance/payment.ts';
import { giftAmount, topUpBonus } from '../../../lib/rules/finance/topUp.ts';
import { writeSystemChange } from '../../core/changes.ts';
import { implement, type SignedIn } from '../../core/implement.ts';
import { readBalance } from '../../core/ledger/ledger.ts';
import { consumeAttempt, type Limit } from '../../core/throttle.ts';
import { ownedCards, ownedPayments } from '../../db/owned.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { ForgedWebhook, type PaymentGateway } from '../../drivers/payment/payment.ts';
import { DELAY_MS } from '../../drivers/payment/sandbox.ts';
import { fieldRefusal, refuse, refuseField } from '../../kernel/refusal.ts';
import { currentBonus } from '../bonus.ts';
import { financeCatalog } from '../catalog.ts';
import { giftAttempts, requestGift, usableGift } from './gift.ts';
import { queryGateway } from './queryGateway.ts';
import { changeGroup, type PaymentRow, replacePayment, settle } from './settle.ts';
import { countStart, derivePaymentId, notePayment, startAt } from './start.ts';
import { showPayment } from './view.ts';

const { min, max, presets } = financeCatalog.topUp;
const { code: currency, divisor } = brand.currency;
/** Each of these is a request to an external service. */
const questions: Limit = { name: 'top-up-verify', max: 240, windowMs: 10 * 60_000 };

const ownedPayment = async (db: Db | Tx, account: { id: string }, id: string): Promise<PaymentRow> =>
  (await ownedPayments(db, account).selectAll().where('id', '=', id).executeTakeFirst()) ?? refuse(404, 'error:notFound');

/** How a gateway should save the card of a payment: under its own customer ID, if there is one already. */
async function saveAtGateway({ db, account }: SignedIn, gateway: PaymentGateway): Promise<{ customer: string | null }> {
  if (!gateway.cards) refuseField('saveCard', 'payment:error.saveUnsupported');
  const cards = await ownedCards(db, account).select(['gateway', 'customer']).orderBy('createdAt', 'desc').execute();
  if (cards.length >= financeCatalog.autoTopUp.cards) refuseField('saveCard', 'payment:error.tooManyCards');
  return { customer: cards.find((card) => card.gateway === gateway.id)?.customer ?? null };
}

export const paymentHandlers = implement(payment, {
  gateways: ({ services }) => ({
    gateways: services.gateways.map(({ id, capabilities, cards }) => ({
      id,
      savesCards: cards !== undefined,
      simulated: capabilities.simulated,
      min,
      max,
      currency,
      enabled: true,
    })),
    presets: [...presets],
  }),

  bonus: async ({ db }) => ({ bonus: [...(await currentBonus(db)).bonus] }),

  async create(ctx, { amount, gateway: wanted, giftCode, returnTo, saveCard }) {
    const gateway = ctx.services.gateways.find(({ id }) => id === wanted) ?? refuseField('gateway', 'payment:error.gatewayRequired');
    if (amount < min || amount > max || amount % divisor !== 0) throw fieldRefusal('amount', 'payment:error.amountRange');
    const savedCard = saveCard ? await saveAtGateway(ctx, gateway) : null;
    await countStart(ctx, giftCode ? [{ limit: giftAttempts, key: ctx.account.id }] : []);
    const id = derivePaymentId(ctx);
    // Refused before the payment starts; checked again in the transaction.
    if (giftCode) await usableGift(ctx.db, ctx.account, giftCode, ctx.now, 'giftCode');
    const known = await ownedPayments(ctx.db, ctx.account).selectAll().where('id', '=', id).executeTakeFirst();
    const description = ctx.t('payment:atGateway', { brand: brand.name[ctx.locale] });
    const started =
      known ?? (await startAt(gateway, ctx, { paymentId: id, amount, description, ...(savedCard && { saveCard: savedCard }) }));
    return ctx.write(async ({ tx, log }) => {
      const { now, account } = ctx;
      const again = await ownedPayments(tx, account).selectAll().where('id', '=', id).executeTakeFirst();
      if (again) {
        ctx.changedNothing();
        return { payment: showPayment(again), redirectUrl: again.redirectUrl };
      }
      const gift = giftCode ? await usableGift(tx, account, giftCode, now, 'giftCode') : null;
      const row = await notePayment(tx, ctx, started, {
        id,
        amount,
        gateway,
        bonus: topUpBonus(amount, (await currentBonus(tx)).bonus),
        gift: gift ? giftAmount(gift.worth, amount) : 0,
        giftCode: gift?.code ?? null,
        returnTo: returnTo ?? null,
        saveCard: savedCard !== null,
      });
      if (gift) {
        for (const change of await replacePayment(tx, ctx, account, gift.code)) await log(change);
        await requestGift(tx, ctx, gift.code, id);
      }
      const after = {
        amount,
        gateway: gateway.id,
        bonus: row.bonus,
        ...(gift && { giftCode: gift.code, gift: row.gift }),
        ...(savedCard && { saveCard: true }),
      };
      await log({ action: 'create', entity: { type: 'payment', id, name: gateway.id }, after });
      return { payment: showPayment(row), redirectUrl: row.redirectUrl };
    });
  },

  async verify(ctx, { paymentId }) {
    const row = await ownedPayment(ctx.db, ctx.account, paymentId);
    if (row.status === 'paid') return { payment: showPayment(row), balance: await readBalance(ctx.db, ctx.account.id) };
    await consumeAttempt(ctx, [{ limit: questions, key: ctx.account.id }]);
    const verdict = await queryGateway(ctx.services.gateways, row, ctx.now, ctx.signal).catch((error: unknown) => {
      ctx.services.log.warn({ err: error, gateway: row.gateway }, 'payment gateway query failed');
      return refuse(409, 'payment:error.gateway');
    });
    return ctx.write(async ({ tx, log }) => {
      const { payment, changes } = await settle(tx, ctx, row.id, verdict);
      for (const change of changes) await log(change);
      return { payment: showPayment(payment), balance: await readBalance(tx, ctx.account.id) };
    });
  },

  get: async ({ db, account }, { paymentId }) => ({ payment: showPayment(await ownedPayment(db, account, paymentId)) }),

  async webhook(ctx) {
    const { gateways } = ctx.services;
    for (const gateway of gateways) {
      const event = await gateway.webhook(ctx.body, ctx.headers, ctx.now).catch((error: unknown) => {
        if (!(error instanceof ForgedWebhook)) throw error;
        return refuse(400, 'payment:error.signature');
      });
      if (!event) continue;
      const row =
        event.reference === null
          ? undefined
          : await ctx.db
              .selectFrom('payment')
              .selectAll()
              .where('gateway', '=', gateway.id)
              .where('reference', '=', event.reference)
              .executeTakeFirst();
      // An event of another application, or a repeated one: acknowledged without an effect.
      if (!row || row.status === 'paid') return { done: true };
      const verdict = await queryGateway(gateways, row, ctx.now, ctx.signal);
      return ctx.write(async ({ tx }) => {
        const { changes } = await settle(tx, ctx, row.id, verdict);
        for (const change of changes)
          await writeSystemChange(tx, ctx, { ...change, kind: 'payment.webhook', group: changeGroup(change), accountId: row.accountId });
        return { done: true as const };
      }, `account:${row.accountId}`);
    }
    return refuse(400, 'payment:error.signature');
  },

  async sandboxChoose(ctx, { paymentId, outcome, card }) {
    await ownedPayment(ctx.db, ctx.account, paymentId);
    return ctx.write(async ({ tx, log }) => {
      const set = await tx
        .updateTable('sandboxPayment')
        .set((e) => ({
          outcome: outcome === 'delay' ? 'pay' : outcome,
          outcomeAt: ctx.now + (outcome === 'delay' ? DELAY_MS : 0),
          // Only if a card should be saved.
          ...(card && { card: e.case().when('card', 'is not', null).then(card).else(null).end() }),
        }))
        .where('paymentId', '=', paymentId)
        .where('outcome', 'is', null)
        .where('expiresAt', '>', ctx.now)
        .executeTakeFirst();
      if (set.numUpdatedRows !== 1n) refuse(409, 'payment:error.sandboxDone');
      await log({ action: 'request', entity: { type: 'sandboxPayment', id: paymentId, name: outcome } });
      return { done: true as const };
    });
  },
});
