import { Network } from 'lucide-react';
import { useRead } from '../../../browser/api/query.ts';
import { cluster } from '../../../lib/contract/cdn/cluster.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath, href } from '../../../lib/routes/index.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Head, HeadCell, Table } from '../../ui/Table.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { DomainPage } from '../shared/DomainPage.tsx';
import { clusterTabs } from '../shared/tabs/clusterTabs.ts';
import { useDomainRead } from '../shared/useDomainRead.ts';
import { EdgeNote } from './EdgeNote.tsx';
import { RouteRow } from './RouteRow.tsx';

/** The records of a domain that are connected to each cluster. */
export default function ClusterRoutes({ domainName }: { domainName: string }) {
  const t = useT();
  const locale = currentLocale();
  const { domain, reading } = useDomainRead(domainName, cluster.routes, (domainId) => ({ domainId }));
  const clusters = useRead(cluster.list, { domainId: domain?.id ?? '' }, { enabled: Boolean(domain) });
  const choices = clusters.data?.clusters;
  return (
    <DomainPage
      title={t('cluster:title')}
      description={t('cluster:lead')}
      docs={{ href: guidePath('clusters', locale), label: t('common:help') }}
      icon={Network}
      domainName={domainName}
      isUnknown={domain === null}
      live={domain}
      reading={reading}
      failed={t('cluster:routesFailed')}
      tabs={<Tabs label={t('cluster:tab.label')} value="routes" tabs={clusterTabs(t, domainName)} />}
    >
      {({ routes }) => (
        <>
          <EdgeNote />
          <div className="grid gap-[18px]">
            {clusters.error && !choices && (
              <LoadError
                title={t('cluster:loadFailed')}
                message={clusters.error.message}
                retryLabel={t('common:retry')}
                onRetry={() => void clusters.refetch()}
                busy={clusters.isFetching}
              />
            )}
            {routes.length === 0 ? (
              <Card>
                <EmptyState
                  icon={Network}
                  title={t('cluster:routes.emptyTitle')}
                  description={t('cluster:routes.emptyText')}
                  action={
                    <LinkButton kind="primary" href={href('dns', { domain: domainName })}>
                      {t('cluster:routes.toDns')}
                    </LinkButton>
                  }
                  link={<a href={guidePath('clusters', locale)}>{t('cluster:empty.guide')}</a>}
                />
              </Card>
            ) : (
              <>
                {choices?.length === 0 && (
                  <Banner
                    tone="info"
                    action={
                      <LinkButton size="sm" href={href('clusterAdd', { domain: domainName })}>
                        {t('cluster:add')}
                      </LinkButton>
                    }
                  >
                    {t('cluster:routes.noClusters')}
                  </Banner>
                )}
                <Card flush>
                  <p className="px-[18px] py-4 text-text-2">{t('cluster:routes.lead')}</p>
                  <Table label={t('cluster:routes.label')} rows twoLine>
                    <Head>
                      <HeadCell>{t('cluster:routes.host')}</HeadCell>
                      <HeadCell>{t('cluster:routes.goes')}</HeadCell>
                    </Head>
                    <tbody>
                      {domain &&
                        choices &&
                        routes.map((route) => (
                          <RouteRow key={route.id} route={route} routes={routes} clusters={choices} domainId={domain.id} />
                        ))}
                    </tbody>
                  </Table>
                </Card>
              </>
            )}
          </div>
        </>
      )}
    </DomainPage>
  );
}
