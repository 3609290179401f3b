import type { Deploy } from '../../lib/contract/deploy.ts';
import type { Domain } from '../../lib/contract/domain.ts';
import type { TKey } from '../../lib/i18n/keys.ts';
import type { Translate } from '../../lib/i18n/translator.ts';
import type { Db, Desired, Domain as Row, Tx } from '../db/schema.ts';
import type { Drivers } from '../drivers/drivers.ts';
import { driverOf } from '../jobs/desired.ts';
import { timeOf } from './lifecycle.ts';

/** A domain as the change log keeps it: without what the engines make of it. */
export const toDomain = (row: Row): Omit<Domain, 'deploy'> => ({
  id: row.id,
  name: row.name,
  status: row.status,
  dateAdded: new Date(row.createdAt).toISOString(),
  activatedAt: timeOf(row.activatedAt),
  movedAwayAt: timeOf(row.movedAwayAt),
  plan: row.plan,
  nameServers: [row.firstNs, row.secondNs],
  dnssecStatus: row.dnssecStatus,
  records: row.recordCount,
  setupMode: row.setupMode,
});

interface Showing {
  services: { drivers: Drivers };
  t: Translate;
}

/** From so many domains on, all of the customer are read at once instead of by their ids. */
const MANY = 200;

/** Domains as the contract answers them, with how far their zones have come. */
export async function showDomains(db: Db | Tx, ctx: Showing, rows: readonly Row[]): Promise<Domain[]> {
  const [first] = rows;
  if (!first) return [];
  let query = db.selectFrom('desired').selectAll().where('kind', '=', 'zone');
  query =
    rows.length > MANY
      ? query.where('userId', '=', first.userId)
      : query.where(
          'domainId',
          'in',
          rows.map(({ id }) => id),
        );
  const wanted = new Map((await query.execute()).map((row) => [row.domainId, row]));
  return rows.map((row) => ({ ...toDomain(row), deploy: toDeploy(wanted.get(row.id), ctx) }));
}

/** One domain, as `showDomains` shows it. */
export async function showDomain(db: Db | Tx, ctx: Showing, row: Row): Promise<Domain> {
  const [shown] = await showDomains(db, ctx, [row]);
  // One row in, one domain out.
  return shown as Domain;
}

/** How far something wanted has come, in the caller's language. */
export function toDeploy(row: Desired | undefined, { services, t }: Showing): Deploy {
  const driver = row && driverOf(services.drivers, row.kind);
  if (!row) return { status: 'saved', version: 0, observedVersion: 0 };
  // What another engine held, before this one was connected, says nothing now.
  const isHere = driver?.id === row.observedBy && row.observedAt !== null;
  const deploy: Deploy = { status: 'saved', version: row.wantedVersion, observedVersion: isHere ? row.observedVersion : 0 };
  if (isHere && row.observedAt !== null) deploy.at = new Date(row.observedAt).toISOString();
  if (!driver) return deploy;
  if (row.status === 'failed') {
    deploy.status = 'failed';
    const code = row.reason as TKey; // as the reconciler wrote it
    deploy.reason = { code, message: t(code, JSON.parse(row.reasonParams ?? '{}')) };
    if (row.nextAttemptAt !== null) deploy.nextAttemptAt = new Date(row.nextAttemptAt).toISOString();
  } else deploy.status = isHere && row.observedVersion === row.wantedVersion ? 'deployed' : 'deploying';
  return deploy;
}
