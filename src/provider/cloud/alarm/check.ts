import { evaluateAlarm, inAlarmUnit, isNotified, isShare } from '../../../lib/rules/cloud/alarm.ts';
import type { Metrics } from '../../../lib/rules/cloud/compute/spec.ts';
import type { AlarmState } from '../../../lib/rules/core/alarm.ts';
import { MINUTE } from '../../../lib/time.ts';
import { textParam } from '../../core/localizedParams.ts';
import { notifyOwner } from '../../core/notification/notifyOwner.ts';
import type { Tx } from '../../db/schema.ts';
import type { ComputeDriver } from '../../drivers/compute/compute.ts';
import { within as withinTime } from '../../drivers/within.ts';
import type { JobCtx, JobHandler } from '../../jobs/jobs.ts';
import { markStale } from '../../live/stale.ts';
import type { AlarmRow } from './alarm.ts';

const HISTORY_MS = 90 * 24 * 60 * MINUTE;
const BATCH = 200;

/**
 * Evaluates the enabled alarms, by the values of their last minutes. A change of state is stored and reported in one transaction
 * based on the state that was read: run late, twice, or by two processes, each change is reported once. If the driver of a
 * server doesn't respond, its states stay until the next run.
 */
export const checkAlarms: JobHandler = async (ctx) => {
  const { compute } = ctx.services.drivers;
  if (!compute?.capabilities.metrics) return;
  for (let after = ''; ; ) {
    const servers = await ctx.services.store.reader
      .selectFrom('server')
      .select(['id', 'ram'])
      .where('id', '>', after)
      .where('state', '!=', 'removing')
      .where((e) =>
        e.exists(
          e
            .selectFrom('serverAlarm')
            .select('serverAlarm.id')
            .whereRef('serverAlarm.serverId', '=', 'server.id')
            .where('enabled', '=', true),
        ),
      )
      .orderBy('id')
      .limit(BATCH)
      .execute();
    for (const server of servers) {
      ctx.leaving.throwIfAborted();
      await checkServer(ctx, compute, server);
    }
    const last = servers.at(-1);
    if (!last || servers.length < BATCH) return;
    after = last.id;
  }
};

async function checkServer(ctx: JobCtx, compute: ComputeDriver, server: { id: string; ram: number }): Promise<void> {
  const rows = await ctx.services.store.reader
    .selectFrom('serverAlarm')
    .selectAll()
    .where('serverId', '=', server.id)
    .where('enabled', '=', true)
    .execute();
  const from = ctx.now - Math.max(...rows.map(({ minutes }) => minutes)) * MINUTE;
  let metrics: Metrics;
  try {
    metrics = await withinTime(compute.timeoutMs, ctx.signal, (signal) =>
      compute.metrics(server.id, { from, to: ctx.now, step: MINUTE }, signal),
    );
  } catch (error) {
    if (ctx.signal.aborted) throw error;
    ctx.services.log.warn({ err: error, server: server.id }, 'alarm check failed to read metrics');
    return;
  }
  for (const row of rows) {
    const { state, last } = evaluateAlarm(row, metricValues(row, metrics, server.ram, ctx.now));
    if (state !== row.state) await change(ctx, row, state, last);
    else if (last !== row.last)
      await ctx.services.store.write(`account:${row.accountId}`, async (tx) => {
        await tx.updateTable('serverAlarm').set({ last }).where('id', '=', row.id).where('version', '=', row.version).execute();
      });
  }
}

const metricValues = (row: AlarmRow, { times, values }: Metrics, ram: number, now: number): (number | null)[] =>
  times.flatMap((time, index) => {
    if (time <= now - row.minutes * MINUTE) return [];
    const value = values[row.metric][index] ?? null;
    return [value === null ? null : inAlarmUnit(row.metric, value, ram)];
  });

/** Stores and reports a change of state, unless somebody else changed the alarm in the meantime. */
const change = (ctx: JobCtx, row: AlarmRow, state: AlarmState, last: number | null) =>
  ctx.services.store.write(`account:${row.accountId}`, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('serverAlarm')
      .set({ state, since: ctx.now, last })
      .where('id', '=', row.id)
      .where('version', '=', row.version)
      .where('state', '=', row.state)
      .where('since', '=', row.since)
      .where('enabled', '=', true)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await tx.insertInto('serverAlarmEvent').values({ id: ctx.newId(), alarmId: row.id, time: ctx.now, state, value: last }).execute();
    markStale(tx, row.accountId, 'alarm', ctx.now);
    if (isNotified(row.state, state)) await notifyAlarm(tx, ctx, row, state);
  });

const types = { alarm: 'error', ok: 'success', noData: 'warning' } as const satisfies Record<AlarmState, string>;

async function notifyAlarm(tx: Tx, ctx: JobCtx, row: AlarmRow, state: AlarmState): Promise<void> {
  const { name } = await tx.selectFrom('server').select('name').where('id', '=', row.serverId).executeTakeFirstOrThrow();
  const params = {
    server: name,
    metric: textParam(`alarm:metric.${row.metric}`),
    operator: textParam(`alarm:operator.${row.operator}`),
    value: row.value,
    unit: textParam(isShare(row.metric) ? 'alarm:unit.percent' : 'alarm:unit.speed'),
    minutes: row.minutes,
  };
  const title = `alarm:notice.${state}` as const;
  const description = `alarm:notice.${state}Text` as const;
  const link = `/servers/${row.serverId}/monitoring`;
  const { channels } = row;
  const within = { panel: channels.includes('panel'), email: channels.includes('email') };
  await notifyOwner(tx, ctx, {
    accountId: row.accountId,
    event: 'serverState',
    type: types[state],
    title,
    description,
    params,
    link,
    within,
  });
}

/** The history of alarms is stored for 90 days. */
export async function deleteOldAlarmEvents(tx: Tx, now: number): Promise<void> {
  await tx
    .deleteFrom('serverAlarmEvent')
    .where('time', '<', now - HISTORY_MS)
    .execute();
}
