import { lazy, type ReactNode, Suspense } from 'react';
import { useMay } from '../browser/access.ts';
import { useRead } from '../browser/api/query.ts';
import CdnDashboard from '../islands/cdn/dashboard/Dashboard.tsx';
import AnsweredTickets from '../islands/support/dashboard/AnsweredTickets.tsx';
import { Card } from '../islands/ui/Card.tsx';
import { FromServer } from '../islands/ui/FromServer.tsx';
import { Skeleton } from '../islands/ui/Skeleton.tsx';
import { useHydrated } from '../islands/ui/useCompact.ts';
import { server } from '../lib/contract/cloud/server.ts';
import { provider } from '../lib/contract/core/provider.ts';
import { useT } from '../lib/i18n/react.tsx';
import { recentServers } from '../lib/reads.ts';

/** Below the domains, and with the scripts of another product. */
const RecentServers = lazy(() => import('../islands/cloud/server/RecentServers.tsx'));
/** Needed once by an account. */
const FirstStep = lazy(() => import('../islands/cdn/dashboard/FirstStep.tsx'));

interface DashboardProps {
  /** The customer has hidden the checklist on this device. */
  isStartHidden?: boolean | undefined;
}

/** What every product line shows on the dashboard, as one island: a line may not import another. */
export default function Dashboard(props: DashboardProps) {
  return (
    <FromServer>
      <Products {...props} />
    </FromServer>
  );
}

function Products({ isStartHidden = false }: DashboardProps) {
  const t = useT();
  const isHydrated = useHydrated();
  const compute = useRead(provider.capabilities, {}).data?.capabilities.compute;
  const may = useMay();
  const isSold = compute !== undefined && may('cloud');
  const count = useRead(server.list, recentServers, { enabled: isSold }).data?.total ?? 0;
  const later = (loading: ReactNode, card: ReactNode) => isSold && (isHydrated ? <Suspense fallback={loading}>{card}</Suspense> : loading);
  // Of the height of the card, and at the end of its column: nothing moves when it arrives.
  const servers = (
    <Card flush title={t('server:title')}>
      <Skeleton label={t('common:loading')} rows={Math.min(count, recentServers.newest) + 1} />
    </Card>
  );
  const question = (
    <Card title={t('shell:dashboard.first.title')}>
      <Skeleton label={t('common:loading')} rows={3} />
    </Card>
  );
  return (
    <CdnDashboard
      isUsed={count > 0}
      isStartHidden={isStartHidden}
      products={later(servers, <RecentServers />)}
      first={later(question, <FirstStep />)}
      aside={may('tickets') && <AnsweredTickets />}
    />
  );
}
