import type { CodeEdit } from '../../../lib/contract/core/catalogCode.ts';
import { type GiftCodeForm, operatorTopUp } from '../../../lib/contract/finance/operatorTopUp.ts';
import { parseIsoTime, requireFuture, requireLimits } from '../../core/catalogCodes.ts';
import { requireVersion, saveItem } from '../../core/catalogItems.ts';
import { implement } from '../../core/implement.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';
import { currentBonus } from '../bonus.ts';
import { giftByCode } from '../payment/index.ts';
import { bonusPreview, createdPreview, giftPreview } from './preview.ts';
import { listGifts, loadGiftUses } from './read.ts';

const loggedBonus = (tiers: readonly { threshold: number; percent: number }[]) =>
  tiers.map(({ threshold, percent }) => `${threshold}: ${percent}%`).join(', ');

export const operatorTopUpHandlers = implement(operatorTopUp, {
  async get(ctx) {
    const { bonus, version } = await currentBonus(ctx.db);
    return { bonus: [...bonus], version, gifts: await listGifts(ctx.db) };
  },

  updateBonus(ctx, { bonus, version, dryRun }) {
    return ctx.write(async ({ tx, log }) => {
      const current = await currentBonus(tx);
      requireVersion(current.version, version);
      const preview = bonusPreview(ctx, current.bonus, bonus);
      if (dryRun || preview.changes.length === 0) {
        ctx.changedNothing();
        return { preview };
      }
      await saveItem(tx, { section: 'topUp', item: 'bonus', version, value: { bonus }, now: ctx.now });
      await log({
        action: 'update',
        entity: { type: 'catalogueBonus', id: 'bonus', name: ctx.t('operatorTopUp:bonus.title') },
        accountId: null,
        actor: 'operator',
        before: { bonus: loggedBonus(current.bonus) },
        after: { bonus: loggedBonus(bonus) },
      });
      return { preview };
    }, 'catalogue:topUp');
  },

  createGift(ctx, { dryRun, ...form }) {
    const { code, kind, amount, percent, maxUses, expiresAt } = form satisfies GiftCodeForm;
    requireFuture(ctx, expiresAt);
    return ctx.write(async ({ tx, log }) => {
      if (await giftByCode(tx, code)) refuseField('code', 'catalogue:code.error.exists');
      const preview = createdPreview(ctx, form);
      if (dryRun) {
        ctx.changedNothing();
        return { preview };
      }
      await tx
        .insertInto('giftCode')
        .values({
          code,
          amount: kind === 'gift' ? amount : null,
          percent: kind === 'percent' ? percent : null,
          most: kind === 'percent' ? amount : null,
          maxUses,
          expiresAt: parseIsoTime(expiresAt),
          disabledAt: null,
          version: 1,
          createdAt: ctx.now,
        })
        .execute();
      await log({
        action: 'create',
        entity: { type: 'catalogueGift', id: code, name: code },
        accountId: null,
        actor: 'operator',
        after: { amount, ...(kind === 'percent' && { percent }), maxUses, expiresAt },
      });
      return { preview };
    }, 'catalogue:gift');
  },

  updateGift(ctx, { code, version, dryRun, ...edit }) {
    const { maxUses, expiresAt, enabled } = edit satisfies CodeEdit;
    return ctx.write(async ({ tx, log }) => {
      const found = (await listGifts(tx, code))[0] ?? refuse(404, 'error:notFound');
      requireVersion(found.version, version);
      requireLimits(ctx, edit, found);
      const preview = giftPreview(ctx, found, edit);
      if (dryRun || preview.changes.length === 0) {
        ctx.changedNothing();
        return { preview };
      }
      await tx
        .updateTable('giftCode')
        .set((e) => ({
          maxUses,
          expiresAt: parseIsoTime(expiresAt),
          disabledAt: enabled ? null : e.fn.coalesce('disabledAt', e.val(ctx.now)),
          version: version + 1,
        }))
        .where('code', '=', code)
        .execute();
      await log({
        action: 'update',
        entity: { type: 'catalogueGift', id: code, name: code },
        accountId: null,
        actor: 'operator',
        before: { maxUses: found.maxUses, expiresAt: found.expiresAt, enabled: found.enabled },
        after: { maxUses, expiresAt, enabled },
      });
      return { preview };
    }, 'catalogue:gift');
  },

  async uses(ctx, { code }) {
    if (!(await giftByCode(ctx.db, code))) refuse(404, 'error:notFound');
    return loadGiftUses(ctx.db, code);
  },
});
