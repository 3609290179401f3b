import { monitoring, type ServerUsage } from '../../../lib/contract/cloud/monitoring.ts';
import { byName } from '../../../lib/format/order.ts';
import { type MetricName, type Metrics, metricNames } from '../../../lib/rules/cloud/compute/spec.ts';
import { defaultInterval, measureIntervals } from '../../../lib/rules/cloud/server/measuring.ts';
import type { Window } from '../../../lib/rules/core/windows.ts';
import { MINUTE } from '../../../lib/time.ts';
import { implement } from '../../core/implement.ts';
import type { Services } from '../../core/services.ts';
import { ownedServers } from '../../db/owned.ts';
import type { ServerRow } from '../../db/schema.ts';
import type { ComputeDriver } from '../../drivers/compute/compute.ts';
import { within } from '../../drivers/within.ts';
import { setDesired } from '../../jobs/desired.ts';
import { refuse } from '../../kernel/refusal.ts';
import { ownServer } from './create.ts';

/** Length of a window and interval of its values, in ms: at most 150 values. */
const spans: Record<Window, { length: number; step: number }> = {
  live: { length: 10 * MINUTE, step: 10_000 },
  '30m': { length: 30 * MINUTE, step: 20_000 },
  '1h': { length: 60 * MINUTE, step: MINUTE },
  '3h': { length: 180 * MINUTE, step: 2 * MINUTE },
  '4h': { length: 240 * MINUTE, step: 2 * MINUTE },
  '5h': { length: 300 * MINUTE, step: 3 * MINUTE },
  '6h': { length: 360 * MINUTE, step: 5 * MINUTE },
  '12h': { length: 720 * MINUTE, step: 5 * MINUTE },
  '24h': { length: 1440 * MINUTE, step: 15 * MINUTE },
  '1w': { length: 7 * 1440 * MINUTE, step: 120 * MINUTE },
  '1M': { length: 30 * 1440 * MINUTE, step: 480 * MINUTE },
};
const units: Record<MetricName, 'share' | 'byte' | 'bytePerSecond'> = {
  cpu: 'share',
  ram: 'byte',
  diskRead: 'bytePerSecond',
  diskWrite: 'bytePerSecond',
  netIn: 'bytePerSecond',
  netOut: 'bytePerSecond',
};

const GB = 1_073_741_824;
/** Servers whose metrics are requested concurrently. */
const PARALLEL = 8;
const TREND = spans['1h'].length;
const TREND_STEP = 2 * MINUTE;

/** The metrics of the last hour of each server; null without a response of the driver. All together have the time limit of one call. */
async function lastHours(
  compute: ComputeDriver,
  servers: readonly { id: string; createdAt: number }[],
  now: number,
  signal: AbortSignal,
): Promise<(Metrics | null)[]> {
  const found: (Metrics | null)[] = servers.map(() => null);
  const next = servers.entries();
  const work = async (end: AbortSignal) => {
    for (const [index, { id, createdAt }] of next)
      try {
        found[index] = await compute.metrics(id, { from: Math.max(now - TREND, createdAt), to: now, step: TREND_STEP }, end);
      } catch {
        if (end.aborted) return;
      }
  };
  // Responses so far are shown.
  await within(compute.timeoutMs, signal, (end) => Promise.all(Array.from({ length: PARALLEL }, () => work(end)))).catch(() => {
    signal.throwIfAborted();
  });
  return found;
}

function metricsUsage(metrics: Metrics | null, ram: number): Pick<ServerUsage, 'cpu' | 'ram' | 'disk' | 'network' | 'trend' | 'measured'> {
  const last = (name: MetricName) => metrics?.values[name].at(-1) ?? null;
  const sum = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b);
  const memory = last('ram');
  return {
    cpu: last('cpu'),
    ram: memory === null ? null : Math.min(1, memory / (ram * GB)),
    disk: sum(last('diskRead'), last('diskWrite')),
    network: sum(last('netIn'), last('netOut')),
    trend: metrics?.values.cpu ?? [],
    measured: metrics !== null,
  };
}

/** Whether hosts measure their servers. Without hosts, nothing is refused for it. */
export const isMeasured = ({ drivers }: Pick<Services, 'drivers'>): boolean => drivers.compute?.capabilities.metrics !== false;

/** No driver has an agent: hosts measure their servers from outside. */
const monitoringSetting = ({ settings }: Pick<ServerRow, 'settings'>) => ({
  interval: settings.measureEvery ?? defaultInterval,
  intervals: [...measureIntervals],
  agent: false,
});

export const monitoringHandlers = implement(monitoring, {
  async get({ db, account, now, services, signal }, { serverId, window }) {
    const row = await ownedServers(db, account).select(['server.id', 'createdAt']).where('server.id', '=', serverId).executeTakeFirst();
    if (!row) refuse(404, 'error:notFound');
    const { compute } = services.drivers;
    if (!compute) refuse(409, 'server:reason.noCompute');
    if (!isMeasured(services)) refuse(409, 'alarm:error.noMetrics');
    const { length, step } = spans[window];
    const from = Math.max(now - length, row.createdAt);
    const { times, values } = await within(compute.timeoutMs, signal, (end) => compute.metrics(serverId, { from, to: now, step }, end));
    return { metrics: { times, series: metricNames.map((name) => ({ name, unit: units[name], values: values[name] })) } };
  },

  async setting({ db, account }, { serverId }) {
    const row = await ownedServers(db, account).select('settings').where('server.id', '=', serverId).executeTakeFirst();
    return { setting: monitoringSetting(row ?? refuse(404, 'error:notFound')) };
  },

  updateSetting: (ctx, { serverId, interval, agent = false }) =>
    ctx.write(async ({ tx, log }) => {
      const row = await ownServer(tx, ctx.account, serverId);
      if (!ctx.services.drivers.compute) refuse(409, 'server:reason.noCompute');
      if (!isMeasured(ctx.services)) refuse(409, 'alarm:error.noMetrics');
      if (agent) refuse(409, 'alarm:setting.noAgent');
      const before = monitoringSetting(row);
      const settings = { ...row.settings, measureEvery: interval };
      await tx.updateTable('server').set({ settings }).where('id', '=', serverId).execute();
      await setDesired(tx, ctx, { kind: 'server', entityId: serverId, accountId: ctx.account.id, domainId: null, isRemoved: false });
      const setting = monitoringSetting({ settings });
      await log({
        action: 'update',
        entity: { type: 'server', id: row.id, name: row.name },
        before: { interval: before.interval },
        after: { interval },
      });
      return { setting };
    }),

  async overview({ db, account, now, services, signal, locale }) {
    const rows = byName(await ownedServers(db, account).selectAll().execute(), locale);
    const alarms = await db
      .selectFrom('serverAlarm')
      .select(['serverId', 'state'])
      .where('accountId', '=', account.id)
      .where('enabled', '=', true)
      .execute();
    const byServer = Map.groupBy(alarms, ({ serverId }) => serverId);
    const { compute } = services.drivers;
    const metrics = compute && isMeasured(services) ? await lastHours(compute, rows, now, signal) : [];
    return {
      overview: rows.map(({ id, name, state, power, suspendedAt, ram }, index) => {
        const own = byServer.get(id) ?? [];
        const raised = own.filter((alarm) => alarm.state === 'alarm').length;
        const usage = metricsUsage(metrics[index] ?? null, ram);
        return { serverId: id, name, state, power, suspended: suspendedAt !== null, ...usage, alarms: { on: own.length, raised } };
      }),
    };
  },
});
