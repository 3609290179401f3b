import type { Selectable } from 'kysely';
import type { ClusterRouteTable } from '../../db/tables/cdn/cluster.ts';
import { assignRoute } from '../cluster/index.ts';
import type { Place } from './faults.ts';
import { type Importing, noFile } from './importing.ts';

/** An imported record or page rule, and the name of its cluster; none: it isn't connected. */
export interface Placed {
  id: string;
  cluster: string | undefined;
  place: Place;
}
interface Routes {
  /** The imported records; null: the file has none, so those of the domain stay connected. */
  records: readonly Placed[] | null;
  paths: readonly Placed[] | null;
  connect(): Promise<void>;
}

/** Disconnects everything, and connects it again once the clusters, records and page rules of the file are there. */
export async function importRoutes({ as, tx, domain, faults }: Importing): Promise<Routes> {
  const of = () => tx.selectFrom('clusterRoute').where('domainId', '=', domain.id);
  const before: Selectable<ClusterRouteTable>[] = await of().selectAll().execute();
  await tx.deleteFrom('clusterRoute').where('domainId', '=', domain.id).execute();
  const routes: Routes = { records: null, paths: null, connect };
  return routes;

  async function connect(): Promise<void> {
    const clusters = await tx.selectFrom('cluster').select(['id', 'name']).where('domainId', '=', domain.id).execute();
    for (const row of before)
      if ((row.kind === 'record' ? routes.records : routes.paths) === null) await tx.insertInto('clusterRoute').values(row).execute();
    for (const { id, cluster: name, place, isPath } of [
      ...(routes.records ?? []).map((one) => ({ ...one, isPath: false })),
      ...(routes.paths ?? []).map((one) => ({ ...one, isPath: true })),
    ]) {
      if (name === undefined) continue;
      const cluster = clusters.find((one) => one.name === name);
      const known = before.find((row) => row.id === id && row.clusterId === cluster?.id);
      if (!cluster) faults.add(place, 'cluster', 'version:error.cluster', { name });
      else if (known) await tx.insertInto('clusterRoute').values(known).execute();
      else
        await faults.attempt(place, async () =>
          assignRoute(as(), { domainId: domain.id, clusterId: cluster.id, ...(isPath ? { pathId: id } : { recordId: id }) }, noFile),
        );
    }
  }
}
