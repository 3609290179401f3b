import { sql } from 'kysely';
import { key } from '../../../lib/i18n/key.ts';
import { isLocale, type Locale } from '../../../lib/i18n/locales.ts';
import type { coreJobs } from '../../jobs/coreJobs.ts';
import type { JobHandler } from '../../jobs/jobs.ts';
import { textParam } from '../localizedParams.ts';
import { notifyOwner } from '../notification/notifyOwner.ts';
import { inLanguage } from '../texts.ts';

/**
 * Notifies the customers who have chosen it of a note to an incident or to planned maintenance, in the order of their IDs and each in a
 * transaction of its own. How far it got is stored there too, so that after a crash nobody is notified twice or left out.
 */
export const notifyStatus: JobHandler<typeof coreJobs.notifyStatus> = async (ctx, { updateId }) => {
  const { services } = ctx;
  const found = await services.store.reader
    .selectFrom('incidentUpdate as note')
    .innerJoin('incident', 'incident.id', 'note.incidentId')
    .select(['note.text', 'note.stage', 'note.notifiedTo', 'incident.title', 'incident.kind'])
    .where('note.id', '=', updateId)
    .executeTakeFirst();
  if (!found || found.kind === 'news') return;
  // Nothing is sent by default, so those who have chosen it have a setting of it.
  const chosen = await services.store.reader
    .selectFrom('notificationSetting')
    .innerJoin('user', 'user.id', 'notificationSetting.accountId')
    .select(['accountId', 'user.language'])
    .where(sql`events`, 'like', '%"status"%')
    .where('accountId', '>', found.notifiedTo ?? '')
    .orderBy('accountId')
    .execute();
  for (const { accountId, language } of chosen) {
    ctx.leaving.throwIfAborted();
    const locale: Locale = isLocale(language) ? language : 'en';
    await services.store.write(`account:${accountId}`, async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('incidentUpdate')
        .set({ notifiedTo: accountId })
        .where('id', '=', updateId)
        .where((e) => e.or([e('notifiedTo', 'is', null), e('notifiedTo', '<', accountId)]))
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return;
      await notifyOwner(tx, ctx, {
        accountId,
        event: 'status',
        type: found.stage === 'resolved' ? 'message' : 'warning',
        title: key('status:noticeTitle'),
        description: key('status:noticeText'),
        params: {
          title: inLanguage(found.title, locale).text,
          phase: textParam(key(`status:stage.${found.stage}`)),
          note: inLanguage(found.text, locale).text,
        },
        link: '/status',
      });
    });
  }
};
