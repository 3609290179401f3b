import type { Db, Tx } from '../../db/schema.ts';

/** How long an operator sees a customer's panel at most. */
export const VIEW_MS = 30 * 60_000;

/** The consent of a customer that is valid now; null: there is none. */
export const loadConsent = async (db: Db | Tx, accountId: string, now: number) =>
  (await db
    .selectFrom('supportConsent')
    .selectAll()
    .where('accountId', '=', accountId)
    .where((e) => e.or([e('endsAt', 'is', null), e('endsAt', '>', now)]))
    .executeTakeFirst()) ?? null;

/** The view of a customer's panel that a session has open; null: none. */
export const loadView = async (db: Db | Tx, sessionId: string, now: number) =>
  (await db
    .selectFrom('supportView')
    .selectAll()
    .where('sessionId', '=', sessionId)
    .where('endedAt', 'is', null)
    .where('endsAt', '>', now)
    .executeTakeFirst()) ?? null;

/** Ends the open views of an account or of a session: the next call of the operator is about their own account again. */
export const endViews = (tx: Tx, now: number, column: 'accountId' | 'sessionId', id: string) =>
  tx.updateTable('supportView').set({ endedAt: now }).where(column, '=', id).where('endedAt', 'is', null).execute();
