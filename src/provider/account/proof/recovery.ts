import { randomInt } from 'node:crypto';
import type { CallCtx } from '../../core/implement.ts';
import { hashCode } from '../../core/session/tokens.ts';
import type { Db, Tx } from '../../db/schema.ts';

const COUNT = 10;
const LENGTH = 10;
/** Without i, l, o, 0 and 1, which are easily confused. Ten characters are 49 bits. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

const newRecoveryCode = () => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
/** As they are shown: `abcde-fghjk`. */
const formatRecoveryCode = (code: string) => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;

export const dropRecoveryCodes = (tx: Tx, userId: string) => tx.deleteFrom('recoveryCode').where('userId', '=', userId).execute();

/** Creates ten new codes that replace all older ones, and returns them: they can't be read later. */
export async function renewRecoveryCodes(tx: Tx, ctx: CallCtx, userId: string): Promise<string[]> {
  await dropRecoveryCodes(tx, userId);
  const codes = new Set<string>();
  while (codes.size < COUNT) codes.add(newRecoveryCode());
  for (const code of codes) {
    const codeHash = hashCode(ctx.services.secrets.code, userId, code);
    await tx.insertInto('recoveryCode').values({ id: ctx.newId(), userId, codeHash, createdAt: ctx.now, usedAt: null }).execute();
  }
  return [...codes].map(formatRecoveryCode);
}

/** Consumes a code, if it is unused. */
export async function spendRecoveryCode(tx: Tx, ctx: CallCtx, userId: string, code: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recoveryCode')
    .set({ usedAt: ctx.now })
    .where('userId', '=', userId)
    .where('codeHash', '=', hashCode(ctx.services.secrets.code, userId, code))
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function recoveryLeft(db: Db | Tx, userId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recoveryCode')
    .select(({ fn }) => fn.countAll<number | string>().as('left'))
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(left);
}
