import { voucher } from '../../../lib/contract/finance/voucher.ts';
import { giftAmount } from '../../../lib/rules/finance/topUp.ts';
import { implement } from '../../core/implement.ts';
import { consumeAttempt } from '../../core/throttle.ts';
import { refuse } from '../../kernel/refusal.ts';
import { giftAttempts, pendingGift, replacePayment, requestGift, showVoucher, usableGift } from '../payment/index.ts';

export const voucherHandlers = implement(voucher, {
  async check(ctx, { code, amount = 0 }) {
    await consumeAttempt(ctx, [{ limit: giftAttempts, key: ctx.account.id }]);
    const gift = await usableGift(ctx.db, ctx.account, code, ctx.now, 'code');
    return { voucher: showVoucher(gift), gift: giftAmount(gift.worth, amount) };
  },

  async apply(ctx, { code }) {
    await consumeAttempt(ctx, [{ limit: giftAttempts, key: ctx.account.id }]);
    return ctx.write(async ({ tx, log }) => {
      const gift = await usableGift(tx, ctx.account, code, ctx.now, 'code');
      for (const change of await replacePayment(tx, ctx, ctx.account, gift.code)) await log(change);
      await requestGift(tx, ctx, gift.code, null);
      await log({ action: 'create', entity: { type: 'giftCode', id: gift.code, name: gift.code } });
      return { voucher: showVoucher(gift), pending: true as const };
    });
  },

  async pending({ db, account }) {
    const found = await pendingGift(db, account);
    return { voucher: found && showVoucher(found.gift) };
  },

  clear: (ctx) =>
    ctx.write(async ({ tx, log }) => {
      const found = (await pendingGift(tx, ctx.account)) ?? refuse(409, 'voucher:error.none');
      await tx.updateTable('giftUse').set({ status: 'cancelled' }).where('id', '=', found.id).execute();
      await log({ action: 'delete', entity: { type: 'giftCode', id: found.gift.code, name: found.gift.code } });
      return { done: true as const };
    }),
});
