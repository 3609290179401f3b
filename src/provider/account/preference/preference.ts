import { type PreferenceForm, preference } from '../../../lib/contract/account/preference.ts';
import { isLocale } from '../../../lib/i18n/locales.ts';
import { implement } from '../../core/implement.ts';
import type { User } from '../../db/schema.ts';
import { toPreferences } from '../profile/index.ts';

const toForm = (user: User): PreferenceForm => ({ ...toPreferences(user), language: isLocale(user.language) ? user.language : 'en' });

export const preferenceHandlers = implement(preference, {
  get: (ctx) => ({ preferences: toForm(ctx.user) }),

  update: (ctx, changes) =>
    ctx.write(async ({ tx, log }) => {
      const user = await tx.selectFrom('user').selectAll().where('id', '=', ctx.user.id).executeTakeFirstOrThrow();
      const changed = await tx.updateTable('user').set(changes).where('id', '=', user.id).returningAll().executeTakeFirstOrThrow();
      const [before, after] = [toForm(user), toForm(changed)];
      await log({ action: 'update', entity: { type: 'preferences', id: user.id, name: user.email }, before, after });
      return { preferences: after };
    }),
});
