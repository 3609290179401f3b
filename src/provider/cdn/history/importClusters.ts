import { ClusterDraft } from '../../../lib/contract/cdn/cluster.ts';
import type { ConfigurationFault } from '../../../lib/contract/cdn/configuration.ts';
import { maxClusters } from '../../../lib/rules/cdn/cluster/options.ts';
import type { SignedIn } from '../../core/implement.ts';
import { type OwnedDomain, selectClusterRoutes } from '../../db/owned.ts';
import { refuse } from '../../kernel/refusal.ts';
import {
  type ClusterRow,
  checked,
  clusterColumns,
  countServers,
  ownCluster,
  refuseClosedHosts,
  refuseIgnored,
  saveServers,
} from '../cluster/index.ts';
import { type Entry, exportClusters } from './configuration.ts';
import { Faults, parsed } from './faults.ts';
import type { Importing } from './importing.ts';
import { match } from './match.ts';
import { fromRelative } from './relative.ts';

/** Clusters are recognized by their names. Headers that checks send aren't in files; those of a known cluster stay. */
export async function importClusters({ as, tx, ctx, domain, faults }: Importing, list: readonly Entry[]): Promise<() => Promise<void>> {
  const { wanted, gone } = match(await exportClusters(tx, domain), list, ({ name }) => String(name).toLowerCase());
  const names = new Set<string>();
  for (const { index, entry, id, isSame } of wanted) {
    const name = String(entry.name ?? '');
    await faults.attempt({ part: 'clusters', index, name }, async () => {
      if (names.has(name.toLowerCase())) refuse(409, 'cluster:error.duplicate', { params: { name } });
      if (names.size >= maxClusters) refuse(409, 'cluster:error.limit', { params: { max: maxClusters } });
      names.add(name.toLowerCase());
      if (isSame) return;
      const draft = parsed(ClusterDraft, fromRelative(entry, domain.name));
      const before = id === null ? null : await ownCluster(tx, domain, id);
      if (draft.monitoring) draft.monitoring.sentHeaders = { ...before?.monitoring?.sentHeaders };
      const data = checked(ctx, draft, domain);
      const row: ClusterRow = {
        id: id ?? ctx.newId(),
        domainId: domain.id,
        ...clusterColumns(data),
        version: (before?.version ?? 0) + 1,
        createdAt: before?.createdAt ?? ctx.now,
        updatedAt: ctx.now,
      };
      if (before) await tx.updateTable('cluster').set(row).where('id', '=', row.id).execute();
      else await tx.insertInto('cluster').values(row).execute();
      await saveServers(tx, as(), row, data, before?.port ?? row.port);
    });
  }
  return async () => {
    for (const { id, entry } of gone)
      await faults.attempt({ part: 'clusters', index: null, name: String(entry.name) }, async () => {
        const used = await selectClusterRoutes(tx, domain).select('id').where('clusterId', '=', id).execute();
        if (used.length > 0) refuse(409, 'cluster:error.inUse', { params: { count: used.length } });
        await tx.deleteFrom('cluster').where('id', '=', id).execute();
      });
  };
}

/** What must not wait for a resolver inside the transaction: hosts that resolve to a closed network. Counts the servers to check. */
export async function refuseUnreachable(
  ctx: SignedIn,
  domain: OwnedDomain,
  list: readonly Entry[],
  dryRun: boolean,
): Promise<ConfigurationFault[]> {
  const faults = new Faults(ctx.t);
  const known = match(await exportClusters(ctx.db, domain), list, ({ name }) => String(name));
  const drafts = known.wanted.flatMap(({ index, entry, isSame }) => {
    const { data } = ClusterDraft.safeParse(fromRelative(entry, domain.name));
    return data && !isSame ? [{ index, data }] : [];
  });
  if (!dryRun && drafts.length > 0) await countServers(ctx, drafts.flatMap(({ data }) => data.servers).length);
  await Promise.all(
    drafts.map(({ index, data }) =>
      faults.attempt({ part: 'clusters', index, name: data.name }, async () => {
        await refuseIgnored(ctx, data);
        await refuseClosedHosts(ctx, data.servers);
      }),
    ),
  );
  return faults.list;
}
