import { Network } from 'lucide-react';
import { useDomainByName } from '../../../browser/api/domain.ts';
import { useRead } from '../../../browser/api/query.ts';
import { cluster } from '../../../lib/contract/cdn/cluster.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath, href } from '../../../lib/routes/index.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { UnknownDomain } from '../shared/UnknownDomain.tsx';
import { ClusterForm } from './ClusterForm.tsx';
import { EdgeNote } from './EdgeNote.tsx';

/** The page of a cluster; without an ID, of a new one. */
export default function ClusterEditor({ domainName, clusterId }: { domainName: string; clusterId?: string }) {
  const t = useT();
  const { domain, error, refetch } = useDomainByName(domainName);
  const read = useRead(
    cluster.get,
    { domainId: domain?.id ?? '', clusterId: clusterId ?? '' },
    { enabled: Boolean(domain) && clusterId !== undefined },
  );
  if (domain === null)
    return (
      <>
        <PageHeader title={t('cluster:title')} />
        <UnknownDomain name={domainName} icon={Network} />
      </>
    );
  const failed = error ?? read.error;
  const found = clusterId === undefined ? null : read.data?.cluster;
  const waiting = (
    <Card>
      <Skeleton label={t('common:loading')} rows={8} />
    </Card>
  );
  return (
    <>
      <PageHeader
        title={found ? <bdi>{found.name}</bdi> : clusterId === undefined ? t('cluster:addTitle') : t('shell:route.cluster')}
        description={clusterId === undefined ? t('cluster:addLead') : t('cluster:editLead')}
        breadcrumb={[{ label: t('cluster:title'), href: href('clusters', { domain: domainName }) }]}
        breadcrumbLabel={t('cluster:title')}
        docs={{ href: guidePath('clusters', currentLocale()), label: t('common:help') }}
      />
      <div className="max-w-[760px]">
        <EdgeNote />
      </div>
      {failed?.status === 404 ? (
        <Card>
          <EmptyState
            icon={Network}
            title={t('cluster:unknownTitle')}
            description={t('cluster:unknownText')}
            action={
              <LinkButton kind="primary" href={href('clusters', { domain: domainName })}>
                {t('cluster:toList')}
              </LinkButton>
            }
          />
        </Card>
      ) : domain && found !== undefined ? (
        <ClusterForm domain={domain} cluster={found} />
      ) : failed ? (
        <LoadError
          title={t('cluster:oneFailed')}
          message={failed.message}
          retryLabel={t('common:retry')}
          onRetry={() => void (error ? refetch() : read.refetch())}
          busy={read.isFetching}
        />
      ) : (
        waiting
      )}
    </>
  );
}
