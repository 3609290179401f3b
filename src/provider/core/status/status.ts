import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { Incident, provider } from '../../../lib/contract/core/provider.ts';
import type { Locale } from '../../../lib/i18n/locales.ts';
import { type Component, components, PAST_DAYS, type State, worst } from '../../../lib/rules/core/status.ts';
import { DAY, iso } from '../../../lib/time.ts';
import type { Db } from '../../db/schema.ts';
import type { IncidentTable, IncidentUpdateTable } from '../../db/tables/core/status.ts';
import type { CallCtx } from '../implement.ts';
import { inLanguage } from '../texts.ts';

/** The check runs every minute. An older result says nothing about the present, except that the queue has stalled. */
const FRESH_MS = 5 * 60_000;

type Status = z.input<typeof provider.status.output>;

/** Those that the installation has. */
function listedComponents({ services: { drivers, objects } }: CallCtx): Component[] {
  const engines: Partial<Record<Component, unknown>> = { edge: drivers.edge, dns: drivers.dns, servers: drivers.compute, storage: objects };
  return components.filter((name) => !(name in engines) || engines[name] !== null);
}

/** The stored checks by day. */
export async function readStatusDays(ctx: CallCtx): Promise<z.input<typeof provider.statusDays.output>> {
  const rows = await ctx.db.selectFrom('statusDay').selectAll().orderBy('day').execute();
  return {
    components: listedComponents(ctx).map((name) => ({
      name,
      days: rows.filter(({ component }) => component === name).map(({ component: _, ...day }) => day),
    })),
  };
}

/** Real observations only: a component without a recent check is `unknown`, never running. */
export async function readStatus(ctx: CallCtx): Promise<Status> {
  const rows = await ctx.db.selectFrom('statusCheck').selectAll().execute();
  const incidents = await readIncidents(ctx.db, ctx.locale, ctx.now);
  return {
    components: listedComponents(ctx).map((name) => {
      const check = rows.find(({ component }) => component === name);
      const age = check ? ctx.now - check.checkedAt : Number.POSITIVE_INFINITY;
      // The database is serving this very call. Jobs are judged by the check itself, which is one: if it stops running, they are down.
      const observed: State =
        name === 'api' ? 'operational' : age <= FRESH_MS && check ? check.state : name === 'jobs' && check ? 'down' : 'unknown';
      // Planned maintenance doesn't affect a component before it starts.
      const announced = incidents.filter(
        ({ resolvedAt, startedAt, components: affected }) =>
          resolvedAt === null && Date.parse(startedAt) <= ctx.now && affected.includes(name),
      );
      const checkedAt = name === 'api' ? ctx.now : check?.checkedAt;
      return {
        name,
        state: worst([observed, ...announced.flatMap(({ impact }) => (impact === 'none' ? [] : impact))]),
        checkedAt: checkedAt === undefined ? null : iso(checkedAt),
      };
    }),
    incidents,
  };
}

async function readIncidents(db: Db, locale: Locale, now: number): Promise<Incident[]> {
  const rows = await db
    .selectFrom('incident')
    .selectAll()
    .where('kind', '!=', 'news')
    .where((e) => e.or([e('resolvedAt', 'is', null), e('resolvedAt', '>', now - PAST_DAYS * DAY)]))
    .where((e) => e.or([e('endsAt', 'is', null), e('endsAt', '>', now - PAST_DAYS * DAY)]))
    .orderBy('startedAt', 'desc')
    .limit(50)
    .execute();
  const updates = await loadUpdates(db, rows);
  return rows.map((row) => view(row, updates, locale, now));
}

/** The notes of some announcements, newest first. */
export const loadUpdates = (db: Db, rows: readonly { id: string }[]): Promise<Selectable<IncidentUpdateTable>[]> =>
  rows.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('incidentUpdate')
        .selectAll()
        .where(
          'incidentId',
          'in',
          rows.map(({ id }) => id),
        )
        .orderBy('time', 'desc')
        .orderBy('id', 'desc')
        .execute();

/** When an announcement ended, by an operator or automatically. Null: it is open, or hasn’t started. */
export const incidentEnd = (
  { resolvedAt, endsAt }: Pick<Selectable<IncidentTable>, 'resolvedAt' | 'endsAt'>,
  now: number,
): number | null => (resolvedAt !== null ? Number(resolvedAt) : endsAt !== null && Number(endsAt) <= now ? Number(endsAt) : null);

function view(row: Selectable<IncidentTable>, updates: readonly Selectable<IncidentUpdateTable>[], locale: Locale, now: number): Incident {
  const end = incidentEnd(row, now);
  return {
    id: row.id,
    title: inLanguage(row.title, locale),
    kind: row.kind,
    impact: row.impact,
    components: row.components,
    stage: row.stage,
    startedAt: iso(Number(row.startedAt)),
    endsAt: row.endsAt === null ? null : iso(Number(row.endsAt)),
    resolvedAt: end === null ? null : iso(end),
    updates: updates
      .filter(({ incidentId }) => incidentId === row.id)
      .map((update) => ({ stage: update.stage, ...inLanguage(update.text, locale), time: iso(Number(update.time)) })),
  };
}
