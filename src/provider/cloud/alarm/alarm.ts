import type { Selectable } from 'kysely';
import { type Alarm, alarm } from '../../../lib/contract/cloud/alarm.ts';
import { inOrder } from '../../../lib/format/order.ts';
import { alarmsPerServer } from '../../../lib/rules/cloud/alarm.ts';
import { iso } from '../../../lib/time.ts';
import { implement } from '../../core/implement.ts';
import { ownedAlarms, ownedServers } from '../../db/owned.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { ServerAlarmTable } from '../../db/tables/cloud/alarm.ts';
import type { Account } from '../../kernel/account.ts';
import { refuse } from '../../kernel/refusal.ts';
import { isMeasured } from '../server/index.ts';

export type AlarmRow = Selectable<ServerAlarmTable>;
const HISTORY = 100;

const show = (row: AlarmRow, server: string): Alarm => ({
  id: row.id,
  serverId: row.serverId,
  server,
  metric: row.metric,
  operator: row.operator,
  value: row.value,
  minutes: row.minutes,
  channels: row.channels,
  enabled: row.enabled,
  state: row.state,
  since: iso(row.since),
  last: row.last,
  version: row.version,
  createdAt: iso(row.createdAt),
});

async function ownAlarm(db: Db | Tx, account: Account, alarmId: string): Promise<{ row: AlarmRow; server: string }> {
  const row = (await ownedAlarms(db, account).selectAll().where('id', '=', alarmId).executeTakeFirst()) ?? refuse(404, 'error:notFound');
  return { row, server: await readServerName(db, account, row.serverId) };
}

/** @throws Refusal 404 for a server that isn't the caller's */
async function readServerName(db: Db | Tx, account: Account, serverId: string): Promise<string> {
  const found = await ownedServers(db, account).select('name').where('server.id', '=', serverId).executeTakeFirst();
  return (found ?? refuse(404, 'error:notFound')).name;
}

const summary = ({
  metric,
  operator,
  value,
  minutes,
  channels,
}: Pick<Alarm, 'metric' | 'operator' | 'value' | 'minutes' | 'channels'>) => ({
  metric,
  operator,
  value,
  minutes,
  channels: channels.join(', '),
});
const toEntity = (row: Pick<AlarmRow, 'id' | 'metric'>, server: string) => ({ type: 'alarm', id: row.id, name: `${server} ${row.metric}` });

/** @throws Refusal 409 when the server has another alarm for the same condition */
async function refuseTwice(
  tx: Tx,
  wanted: Pick<AlarmRow, 'serverId' | 'metric' | 'operator' | 'value' | 'minutes'>,
  own = '',
): Promise<void> {
  const { serverId, metric, operator, value, minutes } = wanted;
  const same = await tx
    .selectFrom('serverAlarm')
    .select('id')
    .where('serverId', '=', serverId)
    .where('metric', '=', metric)
    .where('operator', '=', operator)
    .where('value', '=', value)
    .where('minutes', '=', minutes)
    .where('id', '!=', own)
    .executeTakeFirst();
  if (same) refuse(409, 'alarm:error.twice', { fields: { value: { key: 'alarm:error.twice' } } });
}

export const alarmHandlers = implement(alarm, {
  async list({ db, account, locale }, { serverId }) {
    if (serverId !== undefined) await readServerName(db, account, serverId);
    const rows = await ownedAlarms(db, account)
      .innerJoin('server', 'server.id', 'serverAlarm.serverId')
      .selectAll('serverAlarm')
      .select('server.name as server')
      .$if(serverId !== undefined, (query) => query.where('serverAlarm.serverId', '=', serverId ?? ''))
      .orderBy('serverAlarm.createdAt')
      .execute();
    return { alarms: inOrder(rows, locale, ({ server }) => server).map((row) => show(row, row.server)), limit: alarmsPerServer };
  },

  async history({ db, account }, { alarmId }) {
    const { row } = await ownAlarm(db, account, alarmId);
    const events = await db
      .selectFrom('serverAlarmEvent')
      .select(['id', 'time', 'state', 'value'])
      .where('alarmId', '=', row.id)
      .orderBy('time', 'desc')
      .orderBy('id', 'desc')
      .limit(HISTORY)
      .execute();
    return { events: events.map((event) => ({ ...event, time: iso(event.time) })) };
  },

  create: (ctx, { serverId, channels, ...wanted }) =>
    ctx.write(async ({ tx, log }) => {
      const { account, now } = ctx;
      const name = await readServerName(tx, account, serverId);
      if (!isMeasured(ctx.services)) refuse(409, 'alarm:error.noMetrics');
      const others = await tx.selectFrom('serverAlarm').select('id').where('serverId', '=', serverId).execute();
      if (others.length >= alarmsPerServer) refuse(409, 'alarm:error.limit', { params: { max: alarmsPerServer } });
      await refuseTwice(tx, { serverId, ...wanted });
      const row: AlarmRow = {
        id: ctx.newId(),
        accountId: account.id,
        serverId,
        ...wanted,
        channels,
        enabled: true,
        state: 'noData',
        since: now,
        last: null,
        version: 1,
        createdAt: now,
      };
      await tx.insertInto('serverAlarm').values(row).execute();
      await log({ action: 'create', entity: toEntity(row, name), after: summary({ ...wanted, channels }) });
      return { alarm: show(row, name) };
    }),

  update: (ctx, { alarmId, seenVersion, channels, ...wanted }) =>
    ctx.write(async ({ tx, log }) => {
      const { row, server } = await ownAlarm(tx, ctx.account, alarmId);
      if (row.version !== seenVersion) refuse(409, 'error:versionConflict', { extra: { item: show(row, server) } });
      await refuseTwice(tx, { serverId: row.serverId, ...wanted }, row.id);
      // The previous state doesn't apply to another condition.
      const fresh = { state: 'noData' as const, since: ctx.now, last: null };
      const next = { ...row, ...wanted, ...fresh, channels, version: row.version + 1 };
      const { id, ...values } = next;
      await tx.updateTable('serverAlarm').set(values).where('id', '=', id).execute();
      await log({
        action: 'update',
        entity: toEntity(next, server),
        before: summary(row),
        after: summary({ ...wanted, channels }),
      });
      return { alarm: show(next, server) };
    }),

  toggle: (ctx, { alarmId, enabled }) =>
    ctx.write(async ({ tx, log }) => {
      const { row, server } = await ownAlarm(tx, ctx.account, alarmId);
      const next = { ...row, enabled, state: 'noData' as const, since: ctx.now, last: null };
      const isSame = row.enabled === next.enabled;
      if (!isSame)
        await tx
          .updateTable('serverAlarm')
          .set({ enabled: next.enabled, state: next.state, since: next.since, last: null })
          .where('id', '=', row.id)
          .execute();
      await log({ action: 'update', entity: toEntity(row, server), before: { enabled: row.enabled }, after: { enabled } });
      return { alarm: show(isSame ? row : next, server) };
    }),

  delete: (ctx, { alarmId }) =>
    ctx.write(async ({ tx, log }) => {
      const { row, server } = await ownAlarm(tx, ctx.account, alarmId);
      await tx.deleteFrom('serverAlarm').where('id', '=', row.id).execute();
      await log({ action: 'delete', entity: toEntity(row, server), before: summary(row) });
      return { done: true as const };
    }),
});
