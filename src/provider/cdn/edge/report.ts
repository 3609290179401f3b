import { createHash } from 'node:crypto';
import { z } from 'zod';
import { bodyLimits } from '../../../lib/contract/call.ts';
import { Time } from '../../../lib/contract/fields.ts';
import { type EdgeReport, MAX_WARNINGS, refusalCauses } from '../../../lib/rules/cdn/edge/bundle.ts';
import { type ItemGroup, ruleLists } from '../../../lib/rules/cdn/edge/ruleLists.ts';
import type { WarningKind } from '../../../lib/rules/core/warning.ts';
import { readJson } from '../../core/body.ts';
import { requireRelease } from '../../core/edgeKeys.ts';
import type { EdgeEndpoint } from '../../core/registry.ts';
import type { Services } from '../../core/services.ts';
import type { Tx } from '../../db/schema.ts';
import { newestPlace } from '../../drivers/edge/node.ts';
import { desiredId, enqueueReconcile } from '../../jobs/desired.ts';
import { refuse } from '../../kernel/refusal.ts';
import { markStale } from '../../live/stale.ts';
import { connectedEdges, connectedSince, isAnyBehind, requireEdge } from './edges.ts';
import { renewRules } from './items.ts';

const Version = z.int().min(0);
const Report = z.object({
  edgeId: z.string().regex(/^[\w.-]{1,100}$/),
  hostname: z.string().max(300),
  versions: z.record(z.string().max(100), Version),
  refused: z.record(
    z.string().max(100),
    z.object({ version: Version, reason: z.string().max(500), cause: z.enum(refusalCauses).optional() }),
  ),
  startedAt: z.int().min(0),
  place: z.int().min(0).optional(),
  places: z.boolean().optional(),
  // An edge of a later version may have others.
  abilities: z.array(z.string().max(50)).max(50).optional() as z.ZodType<EdgeReport['abilities']>,
  warnings: z
    .array(
      z.object({
        // An edge of a later version may have others.
        kind: z.string().max(50) as z.ZodType<WarningKind>,
        name: z.string().max(300),
        path: z.string().max(4096),
        count: z.int().nullable(),
        at: Time,
      }),
    )
    .max(MAX_WARNINGS)
    .optional(),
}) satisfies z.ZodType<EdgeReport>;

/** Domains of one statement. */
const BATCH = 500;

/** `POST /edge/report`: what an edge serves now. Purges that every connected edge has are done. */
export const report: EdgeEndpoint = async (services, now, request, caller) => {
  if (!services.drivers.edge) refuse(404, 'error:notFound');
  requireRelease(request);
  const sent = await readJson(request, bodyLimits.json);
  const parsed = Report.safeParse(sent.value);
  if (!parsed.success) return refuse(422, 'error:invalid');
  const { edgeId, hostname, startedAt, versions, refused, place, places, abilities, warnings } = parsed.data;
  let isSuperseded = false;
  const store = async (tx: Tx): Promise<void> => {
    const known = await requireEdge(tx, caller, edgeId);
    const servedPlace = known?.servedPlace ?? null;
    // One that was recorded before the last: an edge goes back only after a start, or when this database did.
    if (place !== undefined && servedPlace !== null && place < servedPlace && known?.startedAt === startedAt)
      if (servedPlace <= (await newestPlace(tx))) refuse(409, 'operatorEdge:refused.recorded');
    const before = await tx
      .selectFrom('edgeNode')
      .select(['versions', 'refused'])
      .where('id', '=', edgeId)
      .where('seenAt', '>', connectedSince(now))
      .executeTakeFirst();
    const row = {
      hostname,
      startedAt,
      seenAt: now,
      versions,
      refused,
      servedPlace: place ?? null,
      reportHash: createHash('sha256').update(sent.text).digest('hex'),
      places: places ?? null,
      abilities: abilities ?? null,
      warnings: warnings?.length ? warnings : null,
    };
    await tx
      .insertInto('edgeNode')
      .values({ id: edgeId, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
    const changed = changedBy(before, { versions, refused });
    isSuperseded = await supersedeReports(tx, services, changed, versions, now);
    await endPurges(tx, new Set(changed), now);
    for (let at = 0; at < changed.length; at += BATCH) {
      const owners = await tx
        .selectFrom('domain')
        .select('accountId')
        .distinct()
        .where('id', 'in', changed.slice(at, at + BATCH))
        .execute();
      for (const { accountId } of owners) markStale(tx, accountId, 'domain', now);
    }
    await markLists(tx, changed, before?.versions ?? {}, now);
  };
  // After a power failure a heartbeat shows the edge that its report is unknown, and it sends it again.
  await services.store.write('edge.report', store, { durable: false });
  if (isSuperseded) services.jobs.wake();
  return { done: true };
};

type ReportedVersions = Pick<EdgeReport, 'versions' | 'refused'>;

/** The domains that an edge serves differently than at its last report. */
function changedBy(before: ReportedVersions | undefined, after: ReportedVersions): string[] {
  const ids = new Set(
    [before, after].flatMap((stored) => (stored ? [...Object.keys(stored.versions), ...Object.keys(stored.refused)] : [])),
  );
  const stateOf = (stored: ReportedVersions | undefined, id: string) => `${stored?.versions[id]} ${stored?.refused[id]?.version}`;
  return [...ids].filter((id) => stateOf(before, id) !== stateOf(after, id));
}

/** An edge that is ahead of the database, which was restored from a backup: its versions are overtaken. @returns whether one was */
async function supersedeReports(
  tx: Tx,
  services: Services,
  changed: readonly string[],
  versions: ReportedVersions['versions'],
  now: number,
): Promise<boolean> {
  let isSuperseded = false;
  for (let at = 0; at < changed.length; at += BATCH) {
    const rows = await tx
      .selectFrom('desired')
      .select(['id', 'kind', 'entityId', 'wantedVersion'])
      .where(
        'id',
        'in',
        changed.slice(at, at + BATCH).map((id) => desiredId('edge', id)),
      )
      .execute();
    for (const { id, kind, entityId, wantedVersion } of rows) {
      const deployed = versions[entityId] ?? 0;
      if (deployed <= wantedVersion) continue;
      await tx
        .updateTable('desired')
        .set({ wantedVersion: deployed + 1, status: 'waiting', nextAttemptAt: null, updatedAt: now })
        .where('id', '=', id)
        .execute();
      await renewRules(tx, entityId, deployed + 1);
      await enqueueReconcile(tx, services, { kind, entityId });
      isSuperseded = true;
    }
  }
  return isSuperseded;
}

/** Marks the lists with rules that the edge didn't have at its last report. @param before what it served then */
async function markLists(tx: Tx, changed: readonly string[], before: ReportedVersions['versions'], now: number): Promise<void> {
  for (let at = 0; at < changed.length; at += BATCH) {
    const lists = await tx
      .selectFrom('edgeItem')
      .innerJoin('domain', 'domain.id', 'edgeItem.domainId')
      .select(['domain.accountId', 'edgeItem.domainId', 'edgeItem.group'])
      // A rule without a version has that of its domain.
      .select((e) => e.fn.max(e.fn.coalesce('edgeItem.edgeVersion', e.val(Number.MAX_SAFE_INTEGER))).as('newest'))
      .where('edgeItem.domainId', 'in', changed.slice(at, at + BATCH))
      .groupBy(['domain.accountId', 'edgeItem.domainId', 'edgeItem.group'])
      .execute();
    for (const { accountId, domainId, group, newest } of lists)
      if (Number(newest) > (before[domainId] ?? 0)) markStale(tx, accountId, ruleLists[group as ItemGroup].calls, now);
  }
}

/**
 * Marks purges as done that are part of the policies that all connected edges serve.
 * @param changed domains that one of them serves differently now
 */
async function endPurges(tx: Tx, changed: ReadonlySet<string>, now: number): Promise<void> {
  const waiting = await tx
    .selectFrom('cacheDeletion')
    .innerJoin('domain', 'domain.id', 'cacheDeletion.domainId')
    .innerJoin('edgePolicy', 'edgePolicy.domainId', 'cacheDeletion.domainId')
    .select(['cacheDeletion.id', 'cacheDeletion.domainId', 'edgeVersion', 'domain.accountId', 'edgePolicy.place', 'edgePolicy.version'])
    .where('doneAt', 'is', null)
    .where('edgeVersion', 'is not', null)
    .execute();
  for (const { id, domainId, edgeVersion, accountId, place, version } of waiting) {
    if (changed.has(domainId)) markStale(tx, accountId, 'cache', now);
    // The versions of all edges are read once for all reports after a purge, not once for each.
    if (edgeVersion === null || (version === edgeVersion && (await isAnyBehind(tx, now, place)))) continue;
    const edges = await connectedEdges(tx, now, [domainId]);
    if (edges.some(({ versionOf }) => versionOf(domainId) < edgeVersion)) continue;
    await tx.updateTable('cacheDeletion').set({ doneAt: now }).where('id', '=', id).execute();
    markStale(tx, accountId, 'cache', now);
  }
}
