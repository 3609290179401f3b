import { ServerOff } from 'lucide-react';
import { useState } from 'react';
import { useRead } from '../../../browser/api/query.ts';
import { $serverDraft } from '../../../browser/stores/serverDraft.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { serverCatalog } from '../../../lib/contract/cloud/serverCatalogue.ts';
import { serverOrder } from '../../../lib/contract/cloud/serverOrder.ts';
import { provider } from '../../../lib/contract/core/provider.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath, href } from '../../../lib/routes/index.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { LikeNotes } from './LikeNotes.tsx';
import { OrderForm } from './OrderForm.tsx';
import { draftLike, initialOrder } from './start.ts';

export default function OrderServer() {
  const t = useT();
  const plans = useRead(serverCatalog.plans, {});
  const centers = useRead(server.dataCenters, {});
  const systems = useRead(server.osList, {});
  const read = useRead(serverCatalog.applications, {});
  // A provider elsewhere may be older than the call.
  const applications = read.data?.applications ?? (read.error ? [] : null);
  const { capabilities } = useRead(provider.capabilities, {}).data ?? {};
  const params = new URLSearchParams(location.search);
  const likeId = params.get('like');
  const like = useRead(serverOrder.like, { serverId: likeId ?? '' }, { enabled: likeId !== null });
  // The draft from before this visit; new input is saved silently.
  const [draft, setDraft] = useState(() => (likeId === null ? $serverDraft.get() : null));
  const reads = [plans, centers, systems, ...(likeId === null ? [] : [like])];
  const failed = reads.find(({ error }) => error);
  const restart = () => {
    $serverDraft.set(null);
    setDraft(null);
  };
  return (
    <>
      <PageHeader
        title={t('serverOrder:title')}
        description={t('serverOrder:lead')}
        breadcrumb={[{ label: t('shell:route.servers'), href: href('servers') }]}
        breadcrumbLabel={t('shell:route.servers')}
        docs={{ href: guidePath('serverOrder', currentLocale()), label: t('common:help') }}
      />
      {capabilities?.compute === 'simulated' && (
        <Banner tone="info" className="mb-5">
          {t('serverOrder:simulated')}
        </Banner>
      )}
      {draft && (
        <Banner
          tone="neutral"
          className="mb-5"
          action={
            <Button kind="ghost" size="sm" onClick={restart}>
              {t('serverOrder:reset')}
            </Button>
          }
        >
          {t('serverOrder:kept')}
        </Banner>
      )}
      {like.data && <LikeNotes like={like.data} snapshotId={params.get('snapshot')} />}
      {systems.data?.length === 0 ? (
        <Card>
          <EmptyState icon={ServerOff} title={t('serverOrder:noSystems.title')} description={t('serverOrder:noSystems.text')} />
        </Card>
      ) : plans.data && centers.data && systems.data && applications && (likeId === null || like.data) ? (
        <OrderForm
          key={draft ? 'kept' : 'new'}
          start={initialOrder(location.search, like.data ? draftLike(like.data) : draft, centers.data, systems.data, applications)}
          plans={plans.data.plans}
          centers={centers.data}
          systems={systems.data}
          applications={applications}
        />
      ) : failed ? (
        <LoadError
          title={t('serverOrder:loadFailed')}
          message={failed.error?.message}
          retryLabel={t('common:retry')}
          busy={failed.isFetching}
          onRetry={() => {
            for (const read of reads) void read.refetch();
          }}
        />
      ) : (
        <Card>
          <Skeleton label={t('common:loading')} rows={10} />
        </Card>
      )}
    </>
  );
}
