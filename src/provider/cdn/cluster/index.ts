/* What other features use of this one. */
export { assignRoute } from './connect.ts';
export { type ClusterRow, clustersForEdge, draftFromRows, loadClusterServers, ownCluster } from './rows.ts';
export { checked, clusterColumns, countServers, refuseClosedHosts, refuseIgnored, saveServers } from './save.ts';
