import { lazy, Suspense } from 'react';
import CdnDashboard from '../islands/cdn/dashboard/Dashboard.tsx';
import AnsweredTickets from '../islands/support/ticket/AnsweredTickets.tsx';
import { Card } from '../islands/ui/Card.tsx';
import { Skeleton } from '../islands/ui/Skeleton.tsx';
import { useRead } from '../lib/api/query.ts';
import { server } from '../lib/contract/cloud/server.ts';
import { provider } from '../lib/contract/core/provider.ts';
import { useT } from '../lib/i18n/react.tsx';
import { recentServers } from '../lib/reads.ts';

/** Below the domains, and with the scripts of another line. */
const RecentServers = lazy(() => import('../islands/cloud/server/RecentServers.tsx'));

/** What every product line shows on the dashboard, as one island: a line may not import another. */
export default function Dashboard() {
  const t = useT();
  const compute = useRead(provider.capabilities, {}).data?.capabilities.compute;
  const isSold = compute !== undefined && compute !== 'none';
  const servers = useRead(server.list, recentServers, { enabled: isSold }).data?.total ?? 0;
  const products = isSold && (
    <Suspense
      fallback={
        <Card flush title={t('server:title')}>
          <Skeleton label={t('common:loading')} rows={3} />
        </Card>
      }
    >
      <RecentServers />
    </Suspense>
  );
  return <CdnDashboard isUsed={servers > 0} products={products} aside={<AnsweredTickets />} />;
}
