import { demo } from '../../../lib/contract/fields.ts';
import { DAY } from '../../../lib/time.ts';
import type { Seed } from '../../core/seeds/seed.ts';

/** An alarm of the demo domain. */
export const seedDomainAlarms: Seed = async (tx, { now }) => {
  const at = now - 9 * DAY;
  await tx
    .insertInto('domainAlarm')
    .values({
      id: demo.domainAlarmId,
      domainId: demo.domainId,
      metric: 'errorRate',
      operator: 'above',
      value: 5,
      minutes: 15,
      pause: 60,
      enabled: true,
      state: 'noData',
      since: at,
      last: null,
      notifiedAt: null,
      version: 1,
      createdAt: at,
    })
    .execute();
};
