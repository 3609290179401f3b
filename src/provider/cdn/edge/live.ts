import type { EdgeDeploy } from '../../../lib/contract/cdn/deploy.ts';
import type { TKey } from '../../../lib/i18n/keys.ts';
import type { Translate } from '../../../lib/i18n/translator.ts';
import type { Services } from '../../core/services.ts';
import type { Db, Domain, Tx } from '../../db/schema.ts';
import { isChanging } from './compare.ts';
import { connectedEdges } from './edges.ts';

interface Asking {
  services: Pick<Services, 'drivers'>;
  t: Translate;
  now: number;
}

/** From this number of domains on, all of the customer are read at once instead of by ID. */
const MANY = 200;

/**
 * What the connected edges have confirmed of each domain of a customer (`report.ts`), by domain ID. Empty: no edge is connected.
 * A version is that of a whole domain: it is confirmed when everything that is saved of it acts.
 */
export async function liveOf(db: Db | Tx, { services, t, now }: Asking, rows: readonly Pick<Domain, 'id' | 'accountId'>[]) {
  const found = new Map<string, EdgeDeploy>();
  const driver = services.drivers.edge;
  const [first] = rows;
  if (!driver || !first) return found;
  const edges = await connectedEdges(db, now);
  if (edges.length === 0) return found;
  let query = db.selectFrom('desired').select(['domainId', 'wantedVersion', 'status', 'reason', 'reasonParams', 'nextAttemptAt']);
  query = query.where('kind', '=', 'edge');
  query =
    rows.length > MANY
      ? query.where('accountId', '=', first.accountId)
      : query.where(
          'domainId',
          'in',
          rows.map(({ id }) => id),
        );
  const wanted = new Map((await query.execute()).map((row) => [row.domainId, row]));
  for (const { id } of rows) {
    const row = wanted.get(id);
    const confirmed = row && !isChanging(driver, id) ? edges.filter(({ versions }) => versions[id] === row.wantedVersion).length : 0;
    const refusal = row && edges.map(({ refused }) => refused[id]).find((one) => one?.version === row.wantedVersion);
    // A driver that can't be reached is asked again: the change is still on its way.
    const isRefused = row?.status === 'failed' && row.nextAttemptAt === null;
    const code: TKey | null = refusal
      ? refusal.cause === 'certificate'
        ? 'deploy:reason.edgeCertificate'
        : 'deploy:reason.edgePolicy'
      : isRefused
        ? (row.reason as TKey) // as the reconciler wrote it
        : null;
    const counts = { edges: edges.length, confirmed };
    if (code) {
      const params = isRefused && !refusal ? JSON.parse(row.reasonParams ?? '{}') : {};
      found.set(id, { status: 'failed', reason: { code, message: t(code, params) }, ...counts });
    } else found.set(id, { status: confirmed === edges.length ? 'deployed' : 'deploying', ...counts });
  }
  return found;
}
