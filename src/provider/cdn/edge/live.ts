import type { deployStatuses, EdgeCounts, EdgeDeploy } from '../../../lib/contract/cdn/deploy.ts';
import type { TKey } from '../../../lib/i18n/keys.ts';
import type { Translate } from '../../../lib/i18n/translator.ts';
import type { ItemGroup } from '../../../lib/rules/cdn/edge/ruleLists.ts';
import type { CallCtx } from '../../core/implement.ts';
import type { Db, Desired, Domain, Tx } from '../../db/schema.ts';
import { isChanging } from './changing.ts';
import { type ConnectedEdge, connectedEdges } from './edges.ts';

/** Places that are named. */
const MOST_PLACES = 5;
/** From this number of domains on, all of the customer are read at once instead of by ID. */
const MANY = 200;

/** What edges are to serve of a domain. */
type Wanted = Pick<Desired, 'wantedVersion' | 'status' | 'reason' | 'reasonParams' | 'nextAttemptAt'>;
const selectDesiredEdges = (db: Db | Tx) =>
  db
    .selectFrom('desired')
    .select(['domainId', 'wantedVersion', 'status', 'reason', 'reasonParams', 'nextAttemptAt'])
    .where('kind', '=', 'edge');

/** @param waiting those of `edges` that don't have it yet */
export function countEdges(edges: readonly ConnectedEdge[], waiting: readonly ConnectedEdge[]): EdgeCounts {
  const confirmed = edges.length - waiting.length;
  const places = [...new Set(waiting.flatMap(({ place }) => place ?? []))].slice(0, MOST_PLACES);
  // With all of them waiting, a list of places says nothing.
  return { edges: edges.length, confirmed, ...(confirmed > 0 && places.length > 0 && { waitingFor: places }) };
}

/**
 * What the connected edges have confirmed of a domain.
 * @param version that of one of its rules; null: everything that is saved
 */
function confirmedVersion(
  domainId: string,
  row: Wanted | undefined,
  { edges, isChanging, t }: { edges: readonly ConnectedEdge[]; isChanging: boolean; t: Translate },
  version: number | null,
): EdgeDeploy {
  const since = version ?? row?.wantedVersion ?? 0;
  // What isn't part of a version yet can't have been confirmed. An edge ahead of the wanted version has it from another database.
  const has = (stored: number) => row !== undefined && stored >= since && stored <= row.wantedVersion;
  const waiting = version === null && isChanging ? edges : edges.filter(({ versionOf }) => !has(versionOf(domainId)));
  const counts = countEdges(edges, waiting);
  const { confirmed } = counts;
  if (version !== null && confirmed === edges.length) return { status: 'deployed', ...counts };
  const refusal = row && edges.map(({ refused }) => refused[domainId]).find((one) => one?.version === row.wantedVersion);
  // A driver that can't be reached is asked again: the change is still on its way.
  const isRefused = row?.status === 'failed' && row.nextAttemptAt === null;
  const code: TKey | null = refusal
    ? refusal.cause === 'certificate'
      ? 'deploy:reason.edgeCertificate'
      : 'deploy:reason.edgePolicy'
    : isRefused
      ? (row.reason as TKey) // as the reconciler wrote it
      : null;
  if (!code) return { status: confirmed === edges.length ? 'deployed' : 'deploying', ...counts };
  const params = (isRefused && !refusal && row.reasonParams) || {};
  return { status: 'failed', reason: { code, message: t(code, params) }, ...counts };
}

/**
 * What the connected edges have confirmed of each domain of a customer (`report.ts`), by domain ID. Empty: no edge is connected.
 * A version is that of a whole domain: it is confirmed when everything that is saved of it acts.
 */
export async function loadLiveStates(
  db: Db | Tx,
  { services, t, now }: Pick<CallCtx, 'now' | 't' | 'services'>,
  rows: readonly Pick<Domain, 'id' | 'accountId'>[],
) {
  const found = new Map<string, EdgeDeploy>();
  const driver = services.drivers.edge;
  const [first] = rows;
  if (!driver || !first) return found;
  const ids = rows.map(({ id }) => id);
  const edges = await connectedEdges(db, now, ids);
  if (edges.length === 0) return found;
  const query =
    rows.length > MANY
      ? selectDesiredEdges(db).where('accountId', '=', first.accountId)
      : selectDesiredEdges(db).where('domainId', 'in', ids);
  const wanted = new Map((await query.execute()).map((row) => [row.domainId, row]));
  for (const { id } of rows) found.set(id, confirmedVersion(id, wanted.get(id), { edges, isChanging: isChanging(driver, id), t }, null));
  return found;
}

/** Whether the connected edges do with a rule what is saved of it. */
export type RuleDeploy = { deployStatus: (typeof deployStatuses)[number]; edge?: EdgeDeploy };

/**
 * The rules of a list with what the connected edges have confirmed of each: of a rule that was turned off, that it no longer acts. Reads
 * the same number of rows of other tables for a list of any length.
 */
export async function withLive<T extends { id: string; deploy: boolean }>(
  db: Db | Tx,
  { services, t, now }: Pick<CallCtx, 'now' | 't' | 'services'>,
  { id: domainId }: Pick<Domain, 'id'>,
  group: ItemGroup,
  rules: readonly T[],
): Promise<(T & RuleDeploy)[]> {
  const driver = services.drivers.edge;
  const edges = driver && rules.length > 0 ? await connectedEdges(db, now, [domainId]) : [];
  if (!driver || edges.length === 0) return rules.map((rule) => ({ ...rule, deployStatus: rule.deploy ? 'saved' : 'draft' }));
  const wanted = await selectDesiredEdges(db).where('domainId', '=', domainId).executeTakeFirst();
  const rows = await db
    .selectFrom('edgeItem')
    .select(['id', 'off', 'edgeVersion'])
    .where('domainId', '=', domainId)
    .where('group', '=', group)
    .execute();
  const stored = new Map(rows.map((row) => [row.id, row]));
  const state = { edges, isChanging: isChanging(driver, domainId), t };
  return rules.map((rule) => {
    const { off = false, edgeVersion = null } = stored.get(rule.id) ?? {};
    const edge = confirmedVersion(domainId, wanted, state, edgeVersion);
    if (!rule.deploy && (!off || edge.status === 'deployed')) return { ...rule, deployStatus: 'draft' };
    return { ...rule, deployStatus: edge.status, edge };
  });
}
