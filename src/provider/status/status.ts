import type { z } from 'zod';
import type { Incident, provider } from '../../lib/contract/provider.ts';
import { defaultLocale, type Locale, locales } from '../../lib/i18n/locales.ts';
import { type Component, components, PAST_DAYS, type State, worst } from '../../lib/rules/status.ts';
import type { Db } from '../db/schema.ts';
import type { IncidentTable, IncidentUpdateTable } from '../db/tables/site.ts';
import type { Ctx } from '../implement.ts';

const DAY = 86_400_000;
/** The check runs every minute. What is older than this says nothing about now, but that the queue stands still. */
const FRESH_MS = 5 * 60_000;

type Status = z.input<typeof provider.status.output>;

const time = (ms: number) => new Date(ms).toISOString();

/** Real observations only: a component without a recent check is `unknown`, never running. */
export async function readStatus(ctx: Ctx): Promise<Status> {
  const rows = await ctx.db.selectFrom('statusCheck').selectAll().execute();
  const incidents = await readIncidents(ctx.db, ctx.locale, ctx.now);
  const listed = components.filter((name) => name !== 'dns' || ctx.services.drivers.dns !== null);
  return {
    components: listed.map((name) => {
      const check = rows.find(({ component }) => component === name);
      const age = check ? ctx.now - check.checkedAt : Number.POSITIVE_INFINITY;
      // It answers this very call, from the database. The check is the job: one that no longer comes is what it would report.
      const seen: State =
        name === 'api' ? 'operational' : age <= FRESH_MS && check ? check.state : name === 'jobs' && check ? 'down' : 'unknown';
      const told = incidents.filter((incident) => incident.resolvedAt === null && incident.components.includes(name));
      const checkedAt = name === 'api' ? ctx.now : check?.checkedAt;
      return {
        name,
        state: worst([seen, ...told.map(({ impact }) => impact)]),
        checkedAt: checkedAt === undefined ? null : time(checkedAt),
      };
    }),
    incidents,
  };
}

async function readIncidents(db: Db, locale: Locale, now: number): Promise<Incident[]> {
  const rows = await db
    .selectFrom('incident')
    .selectAll()
    .where((e) => e.or([e('resolvedAt', 'is', null), e('resolvedAt', '>', now - PAST_DAYS * DAY)]))
    .orderBy('startedAt', 'desc')
    .limit(50)
    .execute();
  const updates = rows.length
    ? await db
        .selectFrom('incidentUpdate')
        .selectAll()
        .where(
          'incidentId',
          'in',
          rows.map(({ id }) => id),
        )
        .orderBy('time', 'desc')
        .orderBy('id', 'desc')
        .execute()
    : [];
  return rows.map((row) => view(row, updates, locale));
}

const view = (row: IncidentTable, updates: readonly IncidentUpdateTable[], locale: Locale): Incident => ({
  id: row.id,
  title: inLanguage(row.title, locale),
  impact: row.impact,
  components: JSON.parse(row.components) as Component[], // written by incidents.ts
  stage: row.stage,
  startedAt: time(row.startedAt),
  resolvedAt: row.resolvedAt === null ? null : time(row.resolvedAt),
  updates: updates
    .filter(({ incidentId }) => incidentId === row.id)
    .map((update) => ({ stage: update.stage, ...inLanguage(update.text, locale), time: time(update.time) })),
});

/** The text in the asked language, else in English, else in one that it was written in. */
function inLanguage(json: string, locale: Locale): { text: string; language: Locale } {
  const texts = JSON.parse(json) as Partial<Record<Locale, string>>; // written by incidents.ts
  const language = [locale, defaultLocale, ...locales].find((one) => texts[one]) ?? defaultLocale;
  return { text: texts[language] ?? '', language };
}
