import { Network, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { saveFile } from '../../../browser/api/saveFile.ts';
import { type Cluster, cluster } from '../../../lib/contract/cdn/cluster.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import type { Translate } from '../../../lib/i18n/translator.ts';
import { guidePath, href } from '../../../lib/routes/index.ts';
import { serverName } from '../../../lib/rules/cdn/cluster/serverName.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FromServer } from '../../ui/FromServer.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { ListTools } from '../../ui/ListTools.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import type { Column, Filter } from '../../ui/table/types.ts';
import { DomainPage } from '../shared/DomainPage.tsx';
import { clusterTabs } from '../shared/tabs/clusterTabs.ts';
import { useDomainRead } from '../shared/useDomainRead.ts';
import { ClusterCard } from './ClusterCard.tsx';
import { summarizeCluster } from './clusterSummary.ts';
import { EdgeNote } from './EdgeNote.tsx';

/** State changes arrive by the live stream; check times are refreshed at this interval. */
const POLL_MS = 30_000;

const clusterState = (one: Cluster) => summarizeCluster(one).state;
const stateText = (t: Translate, one: Cluster): string => {
  const { state, down, total } = summarizeCluster(one);
  return t(`cluster:summary.${state}`, { down, total });
};

const buildColumns = (t: Translate): Column<Cluster>[] => [
  {
    key: 'name',
    title: t('cluster:form.name'),
    search: ({ name }) => name,
    sort: ({ name }) => name,
    csv: ({ name }) => name,
  },
  {
    key: 'servers',
    title: t('cluster:form.servers'),
    search: ({ servers }) => servers.map(({ address }) => address).join('\n'),
    sort: ({ servers }) => servers.length,
    csv: (one) => one.servers.map((server) => serverName(server, one)).join(' '),
  },
  {
    key: 'state',
    title: t('cluster:list.state'),
    search: (one) => stateText(t, one),
    sort: (one) => states.indexOf(clusterState(one)),
    csv: (one) => stateText(t, one),
  },
  {
    key: 'algorithm',
    title: t('cluster:form.algorithm'),
    search: ({ algorithm, hashBy }) => t(`cluster:algorithm.${algorithm === 'hash' ? (hashBy ?? 'ip') : algorithm}`),
    csv: ({ algorithm, hashBy }) => t(`cluster:algorithm.${algorithm === 'hash' ? (hashBy ?? 'ip') : algorithm}`),
  },
  { key: 'protocol', title: t('cluster:form.protocol'), csv: ({ protocol }) => t(`cluster:type.${protocol}`) },
  { key: 'port', title: t('cluster:form.port'), csv: ({ port }) => port },
  { key: 'routes', title: t('cluster:tab.routes'), sort: ({ routes }) => routes, csv: ({ routes }) => routes },
];

/** Problems first. */
const states = ['allDown', 'someDown', 'waiting', 'off', 'allUp'] as const;
const healthStates = { allDown: 'down', someDown: 'down', waiting: 'unknown', off: 'off', allUp: 'up' } as const;
const buildFilters = (t: Translate): Filter<Cluster>[] => [
  {
    key: 'health',
    label: t('cluster:list.state'),
    value: (one) => healthStates[clusterState(one)],
    options: (['down', 'up', 'unknown', 'off'] as const).map((value) => ({ value, label: t(`cluster:health.${value}`) })),
  },
];

/** The clusters of a domain, with the health of their servers. */
export default function Clusters({ domainName }: { domainName: string }) {
  return (
    <FromServer>
      <ClustersPage domainName={domainName} />
    </FromServer>
  );
}

function ClustersPage({ domainName }: { domainName: string }) {
  const t = useT();
  const locale = currentLocale();
  const { domain, reading } = useDomainRead(domainName, cluster.list, (domainId) => ({ domainId }), { pollMs: POLL_MS });
  const { clusters = [], limit = 1 } = reading.state === 'data' ? reading.data : {};
  const { columns, filters } = useMemo(() => ({ columns: buildColumns(t), filters: buildFilters(t) }), [t]);
  const add =
    clusters.length >= limit ? (
      <Button kind="primary" icon={Plus} disabled reason={t('cluster:atLimit', { max: formatNumber(limit, locale) })}>
        {t('cluster:add')}
      </Button>
    ) : (
      <LinkButton kind="primary" icon={Plus} href={href('clusterAdd', { domain: domainName })}>
        {t('cluster:add')}
      </LinkButton>
    );
  return (
    <DomainPage
      title={t('cluster:title')}
      description={t('cluster:lead')}
      docs={{ href: guidePath('clusters', locale), label: t('common:help') }}
      actions={clusters.length > 0 && add}
      icon={Network}
      domainName={domainName}
      isUnknown={domain === null}
      live={domain}
      reading={reading}
      failed={t('cluster:loadFailed')}
      tabs={<Tabs label={t('cluster:tab.label')} value="clusters" tabs={clusterTabs(t, domainName)} />}
    >
      {() => (
        <>
          <EdgeNote />
          {clusters.length === 0 ? (
            <Card>
              <EmptyState
                icon={Network}
                title={t('cluster:empty.title')}
                description={t('cluster:empty.text')}
                action={add}
                link={<a href={guidePath('clusters', locale)}>{t('cluster:empty.guide')}</a>}
              />
            </Card>
          ) : (
            domain && (
              <ListTools
                rows={clusters}
                columns={columns}
                filters={filters}
                onExport={(csv) => saveFile(`${domainName}-clusters.csv`, csv, 'text/csv')}
              >
                {({ rows }) => (
                  <div className="grid gap-[18px]">
                    {rows.map((one) => (
                      <ClusterCard key={one.id} cluster={one} domain={domain} />
                    ))}
                  </div>
                )}
              </ListTools>
            )
          )}
        </>
      )}
    </DomainPage>
  );
}
