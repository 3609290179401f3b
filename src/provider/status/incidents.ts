import { randomUUID } from 'node:crypto';
import type { Locale } from '../../lib/i18n/locales.ts';
import type { Component, Stage } from '../../lib/rules/status.ts';
import type { Store } from '../db/open.ts';
import type { Tx } from '../db/schema.ts';
import type { IncidentTable } from '../db/tables/site.ts';
import { uuidv7 } from '../ids.ts';

/** A text in the languages that it was written in; one at least. */
export type Texts = Partial<Record<Locale, string>>;

export interface NewIncident {
  title: Texts;
  text: Texts;
  impact: IncidentTable['impact'];
  components: readonly Component[];
}

/** Opens an incident with its first note. @returns its id */
export const openIncident = (store: Store, now: number, { title, text, impact, components }: NewIncident): Promise<string> =>
  store.write('incidents', async (tx) => {
    const id = uuidv7(now);
    const row = { impact, components: JSON.stringify(components), stage: 'investigating', startedAt: now, resolvedAt: null } as const;
    await tx
      .insertInto('incident')
      .values({ id, title: JSON.stringify(title), ...row })
      .execute();
    await addNote(tx, now, id, 'investigating', text);
    await log(tx, now, id, 'create', undefined, { title, impact, components });
    return id;
  });

/**
 * Adds a note to an incident; the stage `resolved` closes it, any other opens it again.
 * @returns false when there is no such incident
 */
export const noteIncident = (store: Store, now: number, id: string, stage: Stage, text: Texts): Promise<boolean> =>
  store.write('incidents', async (tx) => {
    const row = await tx.selectFrom('incident').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) return false;
    const resolvedAt = stage === 'resolved' ? now : null;
    await tx.updateTable('incident').set({ stage, resolvedAt }).where('id', '=', id).execute();
    await addNote(tx, now, id, stage, text);
    await log(tx, now, id, 'update', { stage: row.stage }, { stage });
    return true;
  });

const addNote = (tx: Tx, now: number, incidentId: string, stage: Stage, text: Texts) =>
  tx
    .insertInto('incidentUpdate')
    .values({ id: uuidv7(now), incidentId, stage, text: JSON.stringify(text), time: now })
    .execute();

/** What is done on the machine itself stands in the change log too. */
const log = (tx: Tx, now: number, id: string, action: 'create' | 'update', before: object | undefined, after: object) =>
  tx
    .insertInto('changeLog')
    .values({
      id: uuidv7(now),
      time: now,
      userId: null,
      actorType: 'system',
      actorName: 'npm run incident',
      via: 'system',
      ip: '',
      call: 'incident',
      area: 'provider',
      action,
      entityType: 'incident',
      entityId: id,
      entityName: '',
      domainId: null,
      before: before ? JSON.stringify(before) : null,
      after: JSON.stringify(after),
      requestId: randomUUID(),
    })
    .execute();
