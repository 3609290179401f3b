import { type AnnouncementKind, type Component, type Impact, incidentStages, type Stage } from '../../../lib/rules/core/status.ts';
import type { Store } from '../../db/open.ts';
import type { Tx } from '../../db/schema.ts';
import type { Texts } from '../../db/tables/core/status.ts';
import { coreJobs } from '../../jobs/coreJobs.ts';
import { makeEnqueue } from '../../jobs/enqueue.ts';
import { uuidv7 } from '../../kernel/ids.ts';
import { writeSystemChange } from '../changes.ts';

export interface NewIncident {
  title: Texts;
  text: Texts;
  impact: Impact;
  components: readonly Component[];
  /** Default: `incident`. */
  kind?: AnnouncementKind;
  /** Epoch ms; default: now. */
  startsAt?: number;
  /** When it ends automatically; null: when an operator ends it. */
  endsAt?: number | null;
}

interface At {
  now: number;
  newId(): string;
}

/** Changes of announcements are serialized. */
export const INCIDENT_LOCK = 'incidents';

/** Posts an announcement with its first note. @returns its id */
export async function addIncident(tx: Tx, at: At, incident: NewIncident): Promise<string> {
  const { title, text, impact, components, kind = 'incident', startsAt = at.now, endsAt = null } = incident;
  const id = at.newId();
  const [stage] = incidentStages[kind];
  await tx
    .insertInto('incident')
    .values({
      id,
      title,
      kind,
      impact,
      components: [...components],
      stage,
      startedAt: startsAt,
      endsAt,
      resolvedAt: null,
    })
    .execute();
  await addNote(tx, at, id, stage, text);
  return id;
}

/**
 * Adds a note to an announcement; the stage `resolved` ends it, any other reopens it.
 * @returns the previous stage; null if there is no such announcement
 */
export async function addUpdate(tx: Tx, at: At, id: string, stage: Stage, text: Texts): Promise<Stage | null> {
  const row = await tx.selectFrom('incident').select('stage').where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  const resolvedAt = stage === 'resolved' ? at.now : null;
  await tx.updateTable('incident').set({ stage, resolvedAt }).where('id', '=', id).execute();
  await addNote(tx, at, id, stage, text);
  return row.stage;
}

/** Opens an incident from a command. @returns its id */
export const openIncident = (store: Store, now: number, incident: NewIncident): Promise<string> =>
  store.write(INCIDENT_LOCK, async (tx) => {
    const id = await addIncident(tx, { now, newId: () => uuidv7(now) }, incident);
    await log(tx, now, id, 'create', undefined, { title: incident.title, impact: incident.impact, components: incident.components });
    return id;
  });

/**
 * Adds a note to an incident from a command.
 * @returns false when there is no such incident
 */
export const noteIncident = (store: Store, now: number, id: string, stage: Stage, text: Texts): Promise<boolean> =>
  store.write(INCIDENT_LOCK, async (tx) => {
    const before = await addUpdate(tx, { now, newId: () => uuidv7(now) }, id, stage, text);
    if (before === null) return false;
    await log(tx, now, id, 'update', { stage: before }, { stage });
    return true;
  });

async function addNote(tx: Tx, { now, newId }: At, incidentId: string, stage: Stage, text: Texts): Promise<void> {
  const id = newId();
  await tx.insertInto('incidentUpdate').values({ id, incidentId, stage, text, time: now, notifiedTo: null }).execute();
  await makeEnqueue(() => now)(tx, coreJobs.notifyStatus, { updateId: id });
}

const log = (tx: Tx, now: number, id: string, action: 'create' | 'update', before: object | undefined, after: object) =>
  writeSystemChange(
    tx,
    { now, newId: () => uuidv7(now) },
    {
      kind: 'incident',
      group: 'provider',
      accountId: null,
      actorName: 'npm run incident',
      action,
      entity: { type: 'incident', id, name: '' },
      ...(before && { before }),
      after,
    },
  );
