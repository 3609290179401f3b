import { demo } from '../../../lib/contract/fields.ts';
import { DAY } from '../../../lib/time.ts';
import type { Seed } from './seed.ts';

/** An incident that was resolved before the period that the status page shows. */
export const seedIncident: Seed = async (tx, { now, newId }) => {
  const startedAt = now - 24 * DAY;
  const resolvedAt = startedAt + 2_700_000;
  await tx
    .insertInto('incident')
    .values({
      id: demo.incidentId,
      title: { en: 'Emails were delayed', fa: 'ایمیل‌ها با تأخیر می‌رسید' },
      kind: 'incident',
      impact: 'degraded',
      components: ['mail'],
      stage: 'resolved',
      startedAt,
      endsAt: null,
      resolvedAt,
    })
    .execute();
  await tx
    .insertInto('incidentUpdate')
    .values([
      {
        id: newId(),
        incidentId: demo.incidentId,
        stage: 'investigating',
        text: { en: 'Confirmation emails arrive up to 20 minutes late. We are looking into it.' },
        time: startedAt,
        notifiedTo: null,
      },
      {
        id: newId(),
        incidentId: demo.incidentId,
        stage: 'resolved',
        text: { en: 'The mail server accepts messages again, and all waiting emails were sent.' },
        time: resolvedAt,
        notifiedTo: null,
      },
    ])
    .execute();
};
