import { brand } from '../../../config/brand.ts';
import { type AutoTopUp, autoTopUp, type SavedCard } from '../../../lib/contract/finance/autoTopUp.ts';
import { iso } from '../../../lib/time.ts';
import { implement } from '../../core/implement.ts';
import type { Work } from '../../core/services.ts';
import { ownedCards, ownedPayments } from '../../db/owned.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { AutoTopUpTable, SavedCardTable } from '../../db/tables/finance/autoTopUp.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';
import { financeCatalog } from '../catalog.ts';
import { financeJobs } from '../jobs.ts';
import { scheduleTopUp } from './check.ts';

const { min, max, presets } = financeCatalog.topUp;
const { perDay } = financeCatalog.autoTopUp;
const { divisor } = brand.currency;
const ATTEMPTS = 10;

export const showCard = ({ id, gateway, brand: name, last4, expires, createdAt }: SavedCardTable, now: number): SavedCard => ({
  id,
  gateway,
  brand: name,
  last4,
  expires,
  isExpired: expires < iso(now).slice(0, 7),
  createdAt: iso(createdAt),
});

const loadAutoTopUpRow = (db: Db | Tx, accountId: string) =>
  db.selectFrom('autoTopUp').selectAll().where('accountId', '=', accountId).executeTakeFirst();

const show = (row: AutoTopUpTable | undefined): AutoTopUp =>
  row
    ? {
        enabled: row.enabled,
        threshold: Number(row.threshold),
        amount: Number(row.amount),
        cardId: row.cardId,
        pausedAt: row.pausedAt === null ? null : iso(row.pausedAt),
        version: row.version,
      }
    : { enabled: false, threshold: presets[0] / 2, amount: presets[1], cardId: null, pausedAt: null, version: 0 };

/** Prevents further charges. A charge without a response is checked until its outcome is known. */
const endCharges = (tx: Tx, accountId: string, now: number) =>
  tx
    .updateTable('payment')
    .set({ expiresAt: now })
    .where('accountId', '=', accountId)
    .where('cardLast4', 'is not', null)
    .where('status', '=', 'pending')
    .where('expiresAt', '>', now)
    .execute();

export const autoTopUpHandlers = implement(autoTopUp, {
  async get({ db, account, now, services }) {
    const [row, cards, attempts] = await Promise.all([
      loadAutoTopUpRow(db, account.id),
      ownedCards(db, account).selectAll().orderBy('createdAt', 'desc').orderBy('id').execute(),
      ownedPayments(db, account)
        .select(['id', 'status', 'failure', 'amount', 'cardLast4', 'createdAt'])
        .where('cardLast4', 'is not', null)
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(ATTEMPTS)
        .execute(),
    ]);
    return {
      autoTopUp: show(row),
      cards: cards.map((card) => showCard(card, now)),
      attempts: attempts.map(({ amount, cardLast4, createdAt, ...rest }) => ({
        ...rest,
        amount: Number(amount),
        last4: cardLast4 ?? '',
        createdAt: iso(createdAt),
      })),
      canSave: services.gateways.some(({ cards: cardStore }) => cardStore !== undefined),
      limits: { min, max, perDay },
    };
  },

  update: (ctx, { version, enabled, threshold, amount, cardId }) =>
    ctx.write(async ({ tx, log }) => {
      const { account, now, services } = ctx;
      const row = await loadAutoTopUpRow(tx, account.id);
      const saved = show(row);
      const card =
        cardId === null
          ? null
          : ((await ownedCards(tx, account).selectAll().where('id', '=', cardId).executeTakeFirst()) ?? refuse(404, 'error:notFound'));
      if (version !== undefined && version !== saved.version) refuse(409, 'error:versionConflict', { extra: { autoTopUp: saved } });
      if (threshold > max || threshold % divisor !== 0) refuseField('threshold', 'payment:error.amountRange');
      if (amount < min || amount > max || amount % divisor !== 0) refuseField('amount', 'payment:error.amountRange');
      if (enabled && !card) refuseField('cardId', 'autoTopUp:error.card');
      if (enabled && !services.gateways.find(({ id }) => id === card?.gateway)?.cards) refuseField('cardId', 'autoTopUp:error.gateway');
      // When turned on, or with a new threshold, the balance is checked from scratch. Saving without a change doesn't charge again.
      const isFresh = enabled && (!saved.enabled || saved.pausedAt !== null || threshold !== saved.threshold);
      const columns = {
        enabled,
        threshold,
        amount,
        cardId,
        startedAt: isFresh ? null : (row?.startedAt ?? null),
        pausedAt: enabled ? null : (row?.pausedAt ?? null),
        version: saved.version + 1,
        updatedAt: now,
      };
      await tx
        .insertInto('autoTopUp')
        .values({ accountId: account.id, ...columns })
        .onConflict((conflict) => conflict.column('accountId').doUpdateSet(columns))
        .execute();
      if (enabled) await scheduleTopUp(tx, services.jobs, account.id);
      else await endCharges(tx, account.id, now);
      const next = show({ accountId: account.id, ...columns });
      await log({ action: 'update', entity: { type: 'autoTopUp', id: account.id, name: '' }, before: saved, after: next });
      return { autoTopUp: next };
    }),

  removeCard: (ctx, { cardId }) =>
    ctx.write(async ({ tx, log }) => {
      const { account, now } = ctx;
      const card = (await ownedCards(tx, account).selectAll().where('id', '=', cardId).executeTakeFirst()) ?? refuse(404, 'error:notFound');
      await removeCard(tx, ctx, cardId);
      const turnedOff = await tx
        .updateTable('autoTopUp')
        .set((e) => ({ enabled: false, cardId: null, pausedAt: null, version: e('version', '+', 1), updatedAt: now }))
        .where('accountId', '=', account.id)
        .where('cardId', '=', cardId)
        .executeTakeFirst();
      if (turnedOff.numUpdatedRows === 1n) await endCharges(tx, account.id, now);
      const { gateway, brand: name, last4, expires } = card;
      await log({
        action: 'delete',
        entity: { type: 'savedCard', id: cardId, name: last4 },
        before: { gateway, brand: name, last4, expires },
      });
      return { done: true as const };
    }),
});

/** Stops using a card; a job deletes it at its gateway, and then here. */
export async function removeCard(tx: Tx, { now, services }: Pick<Work, 'now' | 'services'>, cardId: string): Promise<void> {
  await tx.updateTable('savedCard').set({ removedAt: now }).where('id', '=', cardId).execute();
  await services.jobs.enqueue(tx, financeJobs.forgetCard, { cardId });
}
