import type { Selectable } from 'kysely';
import { announcement } from '../../../lib/contract/core/announcement.ts';
import { type OperatorAnnouncement, operatorAnnouncement } from '../../../lib/contract/core/operatorAnnouncement.ts';
import { ANNOUNCED_MS, impacts, incidentStages } from '../../../lib/rules/core/status.ts';
import { iso } from '../../../lib/time.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { IncidentTable, IncidentUpdateTable } from '../../db/tables/core/status.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';
import { implement } from '../implement.ts';
import { inLanguage, writtenTexts } from '../texts.ts';
import { addIncident, addUpdate, INCIDENT_LOCK } from './incidents.ts';
import { incidentEnd, loadUpdates } from './status.ts';

const MOST = 200;

function show(row: Selectable<IncidentTable>, updates: readonly Selectable<IncidentUpdateTable>[], now: number): OperatorAnnouncement {
  const end = incidentEnd(row, now);
  return {
    id: row.id,
    kind: row.kind,
    impact: row.impact,
    components: row.components,
    stage: row.stage,
    title: row.title,
    startsAt: iso(row.startedAt),
    endsAt: row.endsAt === null ? null : iso(row.endsAt),
    resolvedAt: end === null ? null : iso(end),
    updates: updates.filter(({ incidentId }) => incidentId === row.id).map(({ stage, text, time }) => ({ stage, text, time: iso(time) })),
  };
}

async function showOne(db: Db | Tx, id: string, now: number): Promise<OperatorAnnouncement> {
  const row = await db.selectFrom('incident').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return show(row, await loadUpdates(db, [row]), now);
}

export const announcementHandlers = implement(announcement, {
  async list({ db, now, locale }) {
    const rows = await db.selectFrom('incident').selectAll().where('resolvedAt', 'is', null).orderBy('startedAt', 'desc').execute();
    const shown = rows.filter(
      (row) => incidentEnd(row, now) === null && Number(row.startedAt) <= now + (row.kind === 'maintenance' ? ANNOUNCED_MS : 0),
    );
    const updates = await loadUpdates(db, shown);
    return {
      announcements: shown
        .map((row) => {
          const { text: title, language } = inLanguage(row.title, locale);
          const newest = updates.find(({ incidentId }) => incidentId === row.id);
          return {
            id: row.id,
            kind: row.kind,
            severity: row.impact,
            title,
            body: newest ? inLanguage(newest.text, locale).text : '',
            language,
            from: iso(row.startedAt),
            until: row.endsAt === null ? null : iso(row.endsAt),
          };
        })
        .sort((a, b) => impacts.indexOf(b.severity) - impacts.indexOf(a.severity)),
    };
  },
});

export const operatorAnnouncementHandlers = implement(operatorAnnouncement, {
  async list(ctx) {
    const rows = await ctx.db.selectFrom('incident').selectAll().orderBy('startedAt', 'desc').orderBy('id', 'desc').limit(MOST).execute();
    const updates = await loadUpdates(ctx.db, rows);
    return { announcements: rows.map((row) => show(row, updates, ctx.now)) };
  },

  create(ctx, { kind, impact, components, title, text, startsAt, endsAt }) {
    // The subject of an incident has already begun, and its end is unknown.
    const planned =
      kind === 'incident'
        ? { startsAt: ctx.now, endsAt: null }
        : { startsAt: startsAt ? Date.parse(startsAt) : ctx.now, endsAt: endsAt ? Date.parse(endsAt) : null };
    if (planned.endsAt !== null && planned.endsAt <= ctx.now) refuseField('endsAt', 'operatorAnnouncement:error.past');
    return ctx.write(async ({ tx, log }) => {
      const incident = { kind, impact, components, title: writtenTexts(title), text: writtenTexts(text), ...planned };
      const id = await addIncident(tx, ctx, incident);
      await log({
        action: 'create',
        entity: { type: 'incident', id, name: title.en },
        accountId: null,
        actor: 'operator',
        after: { kind, impact, components, text: text.en },
      });
      return { announcement: await showOne(tx, id, ctx.now) };
    }, INCIDENT_LOCK);
  },

  update(ctx, { announcementId, stage, text }) {
    return ctx.write(async ({ tx, log }) => {
      const row = await tx.selectFrom('incident').selectAll().where('id', '=', announcementId).executeTakeFirst();
      if (!row) return refuse(404, 'error:notFound');
      if (!incidentStages[row.kind].includes(stage)) refuseField('stage', 'operatorAnnouncement:error.stage');
      await addUpdate(tx, ctx, announcementId, stage, writtenTexts(text));
      await log({
        action: 'update',
        entity: { type: 'incident', id: announcementId, name: inLanguage(row.title, 'en').text },
        accountId: null,
        actor: 'operator',
        before: { stage: row.stage },
        after: { stage, text: text.en },
      });
      return { announcement: await showOne(tx, announcementId, ctx.now) };
    }, INCIDENT_LOCK);
  },
});
