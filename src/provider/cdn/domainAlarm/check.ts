import { type DomainAlarmSums, evaluateDomainAlarm, isShareMetric } from '../../../lib/rules/cdn/domainAlarm/domainAlarm.ts';
import type { AlarmState } from '../../../lib/rules/core/alarm.ts';
import { MINUTE } from '../../../lib/time.ts';
import { textParam } from '../../core/localizedParams.ts';
import { notifyOwner } from '../../core/notification/notifyOwner.ts';
import type { Domain, Tx } from '../../db/schema.ts';
import type { LogStore } from '../../drivers/logs/logs.ts';
import type { JobCtx, JobHandler } from '../../jobs/jobs.ts';
import { markStale } from '../../live/stale.ts';
import type { DomainAlarmRow } from './domainAlarm.ts';

const BATCH = 200;

/**
 * Evaluates the enabled alarms by the requests of their last whole minutes. A change of state is stored and reported in one transaction
 * based on the state that was read: run late, twice, or by two processes, each change is reported once.
 */
export const checkDomainAlarms: JobHandler = async (ctx) => {
  for (let after = ''; ; ) {
    const domains = await ctx.services.store.reader
      .selectFrom('domain')
      .selectAll()
      .where('id', '>', after)
      .where((e) =>
        e.exists(
          e
            .selectFrom('domainAlarm')
            .select('domainAlarm.id')
            .whereRef('domainAlarm.domainId', '=', 'domain.id')
            .where('enabled', '=', true),
        ),
      )
      .orderBy('id')
      .limit(BATCH)
      .execute();
    for (const domain of domains) {
      ctx.leaving.throwIfAborted();
      await checkDomain(ctx, domain);
    }
    const last = domains.at(-1);
    if (!last || domains.length < BATCH) return;
    after = last.id;
  }
};

async function checkDomain(ctx: JobCtx, domain: Domain): Promise<void> {
  const { store, logs } = ctx.services;
  const rows = await store.reader
    .selectFrom('domainAlarm')
    .selectAll()
    .where('domainId', '=', domain.id)
    .where('enabled', '=', true)
    .execute();
  for (const row of rows) {
    const { state, last } = evaluateDomainAlarm(row, await loadSums(logs, row, ctx.now));
    // A notice that fell into the pause is sent after it, if the alarm lasts.
    const isDue = state === 'alarm' && !hasNotified(row) && isPauseOver(row, ctx.now);
    if (state !== row.state || isDue) await change(ctx, domain, row, state, last);
    else if (last !== row.last)
      await store.write(`account:${domain.accountId}`, async (tx) => {
        await tx.updateTable('domainAlarm').set({ last }).where('id', '=', row.id).where('version', '=', row.version).execute();
      });
  }
}

async function loadSums(logs: LogStore, { domainId, metric, minutes }: DomainAlarmRow, now: number): Promise<DomainAlarmSums> {
  const to = now - (now % MINUTE);
  const range = { domainId, from: to - minutes * MINUTE, to };
  const filters = metric === 'originDown' ? [{ field: 'outcome', value: 'failed' } as const] : [];
  const sums = { requests: 0, errors: 0, hits: 0, unanswered: 0, stopped: 0 };
  for (const one of await logs.sums(range, MINUTE, filters)) {
    sums.requests += one.requests;
    sums.errors += one.c5xx;
    sums.hits += one.cachedRequests;
    sums.stopped += one.blocked + one.challenged;
  }
  return { ...sums, unanswered: metric === 'originDown' ? sums.requests : 0 };
}

/** Whether the owner knows of the state `alarm` that the row is in. */
const hasNotified = ({ state, since, notifiedAt }: DomainAlarmRow): boolean =>
  state === 'alarm' && notifiedAt !== null && notifiedAt >= since;
const isPauseOver = ({ notifiedAt, pause }: DomainAlarmRow, now: number): boolean =>
  notifiedAt === null || now - notifiedAt >= pause * MINUTE;

/** Stores and reports a change of state, unless somebody else changed the alarm in the meantime. */
const change = (ctx: JobCtx, domain: Domain, row: DomainAlarmRow, state: AlarmState, last: number | null) =>
  ctx.services.store.write(`account:${domain.accountId}`, async (tx) => {
    const notifies = state === 'alarm' && isPauseOver(row, ctx.now);
    const { numUpdatedRows } = await tx
      .updateTable('domainAlarm')
      .set({ state, last, since: state === row.state ? row.since : ctx.now, ...(notifies && { notifiedAt: ctx.now }) })
      .where('id', '=', row.id)
      .where('version', '=', row.version)
      .where('state', '=', row.state)
      .where('since', '=', row.since)
      .where('notifiedAt', row.notifiedAt === null ? 'is' : '=', row.notifiedAt)
      .where('enabled', '=', true)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    markStale(tx, domain.accountId, 'domainAlarm', ctx.now);
    if (notifies || (state !== 'alarm' && hasNotified(row))) await notifyAlarm(tx, ctx, domain, row, state);
  });

const types = { alarm: 'error', ok: 'success', noData: 'warning' } as const satisfies Record<AlarmState, string>;

const notifyAlarm = (tx: Tx, ctx: JobCtx, { accountId, name }: Domain, row: DomainAlarmRow, state: AlarmState) =>
  notifyOwner(tx, ctx, {
    accountId,
    event: 'domainAlarm',
    type: types[state],
    title: `domainAlarm:notice.${state}`,
    description: `domainAlarm:notice.${state}Text`,
    params: {
      domain: name,
      metric: textParam(`domainAlarm:metric.${row.metric}`),
      operator: textParam(`domainAlarm:operator.${row.operator}`),
      value: row.value,
      unit: textParam(isShareMetric(row.metric) ? 'domainAlarm:unit.percent' : 'domainAlarm:unit.requests'),
      minutes: row.minutes,
    },
    link: `/domains/${name}/reports/alarms`,
  });
