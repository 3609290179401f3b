import { consentDays, type Privacy, privacy } from '../../../lib/contract/account/privacy.ts';
import { DAY, iso } from '../../../lib/time.ts';
import { implement } from '../../core/implement.ts';
import { endViews, loadConsent } from '../../core/session/views.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { refuseField } from '../../kernel/refusal.ts';

async function loadPrivacy(db: Db | Tx, accountId: string, now: number): Promise<Privacy> {
  const consent = await loadConsent(db, accountId, now);
  const until = consent?.endsAt ?? null;
  return { supportAccess: consent !== null, supportAccessUntil: until === null ? null : iso(until) };
}

export const privacyHandlers = implement(privacy, {
  get: async ({ db, user, now }) => ({ privacy: await loadPrivacy(db, user.id, now) }),

  update(ctx, { supportAccess, supportAccessUntil }) {
    const { user, now } = ctx;
    const until = supportAccess && supportAccessUntil ? Date.parse(supportAccessUntil) : null;
    if (until !== null && (until <= now || until > now + consentDays * DAY))
      refuseField('supportAccessUntil', 'privacy:error.until', { days: consentDays });
    return ctx.write(async ({ tx, log }) => {
      const before = await loadPrivacy(tx, user.id, now);
      await tx.deleteFrom('supportConsent').where('accountId', '=', user.id).execute();
      if (supportAccess) await tx.insertInto('supportConsent').values({ accountId: user.id, givenAt: now, endsAt: until }).execute();
      // A view doesn't outlive the consent to it.
      if (!supportAccess) await endViews(tx, now, 'accountId', user.id);
      else if (until !== null)
        await tx
          .updateTable('supportView')
          .set({ endsAt: until })
          .where('accountId', '=', user.id)
          .where('endedAt', 'is', null)
          .where('endsAt', '>', until)
          .execute();
      const after = await loadPrivacy(tx, user.id, now);
      await log({ action: 'update', entity: { type: 'supportConsent', id: user.id, name: user.email }, before, after });
      return { privacy: after };
    }, `account:${user.id}`);
  },
});
