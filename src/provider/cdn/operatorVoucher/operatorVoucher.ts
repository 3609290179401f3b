import { type OperatorVoucher, operatorVoucher } from '../../../lib/contract/cdn/operatorVoucher.ts';
import { iso } from '../../../lib/time.ts';
import { changedLimits, LISTED_USES, newLimits, parseIsoTime, requireFuture, requireLimits } from '../../core/catalogCodes.ts';
import { differing, requireVersion } from '../../core/catalogItems.ts';
import { implement } from '../../core/implement.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';

const MOST = 1000;

/** Vouchers with their uses, newest first. @param code only this one */
async function listVouchers(db: Db | Tx, code?: string): Promise<OperatorVoucher[]> {
  let query = db.selectFrom('discountCode').selectAll().orderBy('createdAt', 'desc').orderBy('code').limit(MOST);
  if (code !== undefined) query = query.where('code', '=', code);
  return (await query.execute()).map(({ amount, expiresAt, disabledAt, createdAt, ...row }) => ({
    ...row,
    amount: amount === null ? null : Number(amount),
    expiresAt: expiresAt === null ? null : iso(expiresAt),
    enabled: disabledAt === null,
    createdAt: Number(createdAt) === 0 ? null : iso(createdAt),
  }));
}

/** Who used a voucher, newest first. The account may have been closed since: its address is then a pseudonym. */
async function loadVoucherUses(db: Db, code: string) {
  const used = db.selectFrom('voucherUse').where('voucherUse.code', '=', code);
  const { count } = await used.select((e) => e.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await used
    .innerJoin('user', 'user.id', 'voucherUse.accountId')
    .leftJoin('domain', 'domain.id', 'voucherUse.domainId')
    .select(['user.id', 'user.email', 'domain.name', 'voucherUse.usedAt'])
    .orderBy('voucherUse.usedAt', 'desc')
    .orderBy('user.id')
    .limit(LISTED_USES)
    .execute();
  return {
    uses: rows.map(({ id, email, name, usedAt }) => ({ account: { id, email }, domain: name, usedAt: iso(usedAt) })),
    total: Number(count),
  };
}

export const operatorVoucherHandlers = implement(operatorVoucher, {
  async list(ctx) {
    return { vouchers: await listVouchers(ctx.db) };
  },

  create(ctx, { dryRun, ...form }) {
    const { t, now } = ctx;
    const { code, maxUses, expiresAt } = form;
    const worth = form.kind === 'amount' ? { amount: form.amount, percent: null } : { amount: null, percent: form.percent };
    requireFuture(ctx, expiresAt);
    return ctx.write(async ({ tx, log }) => {
      if ((await listVouchers(tx, code)).length > 0) refuseField('code', 'catalogue:code.error.exists');
      const changes = differing([
        { label: t('catalogue:code.field.code'), kind: 'text', before: null, after: code },
        { label: t('catalogue:code.field.amount'), kind: 'mills', before: null, after: worth.amount },
        { label: t('catalogue:code.field.percent'), kind: 'percent', before: null, after: worth.percent },
      ]);
      const preview = {
        changes: [...changes, ...newLimits(ctx, form)],
        affected: [],
        notes: [t('operatorVoucher:note.created'), t('operatorVoucher:note.fixed')],
      };
      if (dryRun) {
        ctx.changedNothing();
        return { preview };
      }
      await tx
        .insertInto('discountCode')
        .values({ code, ...worth, maxUses, used: 0, expiresAt: parseIsoTime(expiresAt), disabledAt: null, version: 1, createdAt: now })
        .execute();
      await log({
        action: 'create',
        entity: { type: 'catalogueVoucher', id: code, name: code },
        accountId: null,
        actor: 'operator',
        after: { ...worth, maxUses, expiresAt },
      });
      return { preview };
    }, 'catalogue:voucher');
  },

  update(ctx, { code, version, dryRun, ...edit }) {
    const { t } = ctx;
    const { maxUses, expiresAt, enabled } = edit;
    return ctx.write(async ({ tx, log }) => {
      const found = (await listVouchers(tx, code))[0] ?? refuse(404, 'error:notFound');
      requireVersion(found.version, version);
      requireLimits(ctx, edit, found);
      const preview = {
        changes: changedLimits(ctx, found, edit),
        affected: [{ label: t('catalogue:code.affected.used'), count: found.used }],
        notes: [t('operatorVoucher:note.next'), t('operatorVoucher:note.kept')],
      };
      if (dryRun || preview.changes.length === 0) {
        ctx.changedNothing();
        return { preview };
      }
      await tx
        .updateTable('discountCode')
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
        entity: { type: 'catalogueVoucher', id: code, name: code },
        accountId: null,
        actor: 'operator',
        before: { maxUses: found.maxUses, expiresAt: found.expiresAt, enabled: found.enabled },
        after: { maxUses, expiresAt, enabled },
      });
      return { preview };
    }, 'catalogue:voucher');
  },

  async uses(ctx, { code }) {
    if ((await listVouchers(ctx.db, code)).length === 0) refuse(404, 'error:notFound');
    return loadVoucherUses(ctx.db, code);
  },
});
