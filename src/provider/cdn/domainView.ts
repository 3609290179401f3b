import type { Deploy } from '../../lib/contract/cdn/deploy.ts';
import type { Domain } from '../../lib/contract/cdn/domain.ts';
import type { TKey } from '../../lib/i18n/keys.ts';
import type { EdgeSettings } from '../../lib/rules/cdn/edge/defaults.ts';
import { iso } from '../../lib/time.ts';
import type { CallCtx } from '../core/implement.ts';
import type { Db, Desired, Domain as Row, Tx } from '../db/schema.ts';
import { selectDriver } from '../jobs/desired.ts';
import { loadDomainLimits } from './domainLimit.ts';
import { loadStops } from './domainSuspension.ts';
import { isAhead } from './edge/expiry.ts';
import { loadLiveStates } from './edge/live.ts';

/** A domain as recorded in the change log: without the state of the engines. */
export const toDomain = (row: Row): Omit<Domain, 'deploy' | 'edge' | 'stopped' | 'limited' | keyof Modes> => ({
  id: row.id,
  name: row.name,
  status: row.status,
  dateAdded: iso(row.createdAt),
  activatedAt: iso(row.activatedAt),
  movedAwayAt: iso(row.movedAwayAt),
  plan: row.plan,
  nameServers: [row.firstNs, row.secondNs],
  dnssecStatus: row.dnssecStatus,
  records: row.recordCount,
  setupMode: row.setupMode,
});

/** Temporary modes of a domain, which every page of it shows. */
type Modes = Pick<Domain, 'underAttackUntil' | 'developmentUntil'>;

/** From this number of domains on, all domains of the customer are read at once instead of by ID. */
const MANY = 200;

/** Domains as the contract returns them, with the deployment status of their zones and on edges. */
export async function showDomains(db: Db | Tx, ctx: Pick<CallCtx, 'now' | 't' | 'services'>, rows: readonly Row[]): Promise<Domain[]> {
  const [first] = rows;
  if (!first) return [];
  const ids = rows.map(({ id }) => id);
  let zones = db.selectFrom('desired').selectAll().where('kind', '=', 'zone');
  zones = rows.length > MANY ? zones.where('accountId', '=', first.accountId) : zones.where('domainId', 'in', ids);
  const wanted = new Map((await zones.execute()).map((row) => [row.domainId, row]));
  const modes = await loadModes(db, ctx.now, first.accountId, rows.length > MANY ? null : ids);
  const stops = await loadStops(db, rows.length > MANY ? { accountId: first.accountId } : { ids });
  const limits = await loadDomainLimits(db, first.accountId);
  const live = await loadLiveStates(db, ctx, rows);
  return rows.map((row) => {
    const edge = live.get(row.id);
    return {
      ...toDomain(row),
      ...stops.get(row.id),
      ...limits.get(row.id),
      ...off,
      ...modes.get(row.id),
      deploy: toDeploy(wanted.get(row.id), ctx),
      ...(edge && { edge }),
    };
  });
}

const off: Modes = { underAttackUntil: null, developmentUntil: null };

/** The modes that are on at `now`, by domain. @param ids null: all of the account */
async function loadModes(db: Db | Tx, now: number, accountId: string, ids: string[] | null): Promise<Map<string, Partial<Modes>>> {
  let query = db
    .selectFrom('edgeSetting')
    .innerJoin('domain', 'domain.id', 'edgeSetting.domainId')
    .select(['edgeSetting.domainId', 'edgeSetting.group', 'edgeSetting.value'])
    .where('domain.accountId', '=', accountId)
    .where('edgeSetting.group', 'in', ['ddos', 'cache']);
  if (ids) query = query.where('edgeSetting.domainId', 'in', ids);
  const found = new Map<string, Partial<Modes>>();
  const isOn = (until: string | null | undefined): until is string => isAhead(until, now);
  for (const { domainId, group, value } of await query.execute()) {
    const setting = value as Partial<EdgeSettings['ddos'] & EdgeSettings['cache']>; // as `saveSetting` wrote it
    const until = group === 'ddos' ? setting.underAttackUntil : setting.developmentMode ? setting.developmentUntil : null;
    if (!isOn(until)) continue;
    found.set(domainId, { ...found.get(domainId), [group === 'ddos' ? 'underAttackUntil' : 'developmentUntil']: until });
  }
  return found;
}

/** One domain, as `showDomains` shows it. */
export async function showDomain(db: Db | Tx, ctx: Pick<CallCtx, 'now' | 't' | 'services'>, row: Row): Promise<Domain> {
  const [shown] = await showDomains(db, ctx, [row]);
  // One row in, one domain out.
  return shown as Domain;
}

/** The deployment status of a desired state, in the caller's language. */
export function toDeploy(row: Desired | undefined, { services, t }: Pick<CallCtx, 't' | 'services'>): Deploy {
  const driver = row && selectDriver(services, row.kind);
  if (!row) return { status: 'saved', version: 0, observedVersion: 0 };
  // What an engine held before this one was connected is unknown.
  const isHere = driver?.id === row.observedBy && row.observedAt !== null;
  const deploy: Deploy = { status: 'saved', version: row.wantedVersion, observedVersion: isHere ? row.observedVersion : 0 };
  if (isHere && row.observedAt !== null) deploy.at = iso(row.observedAt);
  if (!driver) return deploy;
  if (row.status === 'failed') {
    deploy.status = 'failed';
    const code = row.reason as TKey; // as the reconciler wrote it
    deploy.reason = { code, message: t(code, row.reasonParams ?? {}) };
    if (row.nextAttemptAt !== null) deploy.nextAttemptAt = iso(row.nextAttemptAt);
  } else deploy.status = isHere && row.observedVersion === row.wantedVersion ? 'deployed' : 'deploying';
  return deploy;
}
