import CdnDashboard from '../islands/cdn/dashboard/Dashboard.tsx';
import RecentServers from '../islands/cloud/server/RecentServers.tsx';
import AnsweredTickets from '../islands/support/ticket/AnsweredTickets.tsx';
import { useRead } from '../lib/api/query.ts';
import { server } from '../lib/contract/cloud/server.ts';
import { provider } from '../lib/contract/core/provider.ts';
import { recentServers } from '../lib/reads.ts';

/** What every product line shows on the dashboard, as one island: a line may not import another. */
export default function Dashboard() {
  const compute = useRead(provider.capabilities, {}).data?.capabilities.compute;
  const isSold = compute !== undefined && compute !== 'none';
  const servers = useRead(server.list, recentServers, { enabled: isSold }).data?.total ?? 0;
  return <CdnDashboard isUsed={servers > 0} products={isSold && <RecentServers />} aside={<AnsweredTickets />} />;
}
