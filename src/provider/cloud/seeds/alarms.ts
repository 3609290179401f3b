import { demo } from '../../../lib/contract/fields.ts';
import type { AlarmState } from '../../../lib/rules/core/alarm.ts';
import { DAY, HOUR, MINUTE } from '../../../lib/time.ts';
import type { Seed } from '../../core/seeds/seed.ts';

/** Two alarms of the running demo server, one with a history, and one of the powered-off server. None without demo servers. */
export const seedAlarms: Seed = async (tx, { now, newId, customers }) => {
  if (!(await tx.selectFrom('server').select('id').where('id', '=', demo.serverId).executeTakeFirst())) return;
  const shared = { accountId: customers.main, channels: ['panel' as const], version: 1 };
  await tx
    .insertInto('serverAlarm')
    .values([
      {
        ...shared,
        id: demo.alarmId,
        serverId: demo.serverId,
        metric: 'cpu',
        operator: 'above',
        value: 85,
        minutes: 10,
        channels: ['panel', 'email'],
        enabled: true,
        state: 'ok',
        since: now - 2 * DAY + 25 * MINUTE,
        last: 34,
        createdAt: now - 30 * DAY,
      },
      {
        ...shared,
        id: newId(),
        serverId: demo.serverId,
        metric: 'ram',
        operator: 'above',
        value: 95,
        minutes: 15,
        enabled: true,
        state: 'ok',
        since: now - 12 * DAY,
        last: 58,
        createdAt: now - 12 * DAY,
      },
      {
        ...shared,
        id: newId(),
        serverId: demo.offServerId,
        metric: 'netIn',
        operator: 'above',
        value: 50,
        minutes: 5,
        enabled: false,
        state: 'noData',
        since: now - 5 * HOUR,
        last: null,
        createdAt: now - 9 * DAY,
      },
    ])
    .execute();
  const history: readonly [number, AlarmState, number][] = [
    [30 * DAY - MINUTE, 'ok', 21],
    [2 * DAY, 'alarm', 91],
    [2 * DAY - 25 * MINUTE, 'ok', 62],
  ];
  for (const [ago, state, value] of history)
    await tx
      .insertInto('serverAlarmEvent')
      .values({ id: newId(), alarmId: demo.alarmId, time: now - ago, state, value })
      .execute();
};
