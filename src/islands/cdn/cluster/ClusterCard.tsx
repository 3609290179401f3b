import { ChartLine, Pencil, Plug, Trash2, Unplug } from 'lucide-react';
import { Fragment, lazy, Suspense, useState } from 'react';
import { useWrite } from '../../../browser/api/query.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { notify } from '../../../browser/stores/snackbars.ts';
import { type Cluster, cluster as calls } from '../../../lib/contract/cdn/cluster.ts';
import { afterPreposition } from '../../../lib/format/duration.ts';
import { formatNumber, formatPercent } from '../../../lib/format/number.ts';
import { counted, formatTtl } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { serverName } from '../../../lib/rules/cdn/cluster/serverName.ts';
import { getsNewVisitors } from '../../../lib/rules/cdn/cluster/state.ts';
import { durationSeconds } from '../../../lib/rules/cdn/edge/types.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusBadge, type StatusKind } from '../../ui/StatusBadge.tsx';
import { Cell, Head, HeadCell, Row, Table } from '../../ui/Table.tsx';
import { summarizeCluster } from './clusterSummary.ts';
import { Health, History, LastCheck, type Server } from './Health.tsx';

const HealthCharts = lazy(async () => ({ default: (await import('./HealthCharts.tsx')).HealthCharts }));

const kinds: Record<ReturnType<typeof summarizeCluster>['state'], StatusKind> = {
  allUp: 'ok',
  someDown: 'waiting',
  allDown: 'failed',
  waiting: 'progress',
  off: 'off',
};

/** Fixed column widths, so that a finished check or a changing age doesn't move them; with and without monitoring. */
const widths = {
  on: ['24%', '10%', '21%', undefined, '208px', '56px'],
  off: [undefined, '20%', '30%', '56px'],
};

interface ClusterCardProps {
  cluster: Cluster;
  domain: { id: string; name: string };
}

/** A cluster: its algorithm, the health of its servers and its routes; below, on request, the health history. */
export function ClusterCard({ cluster, domain }: ClusterCardProps) {
  const t = useT();
  const locale = currentLocale();
  const { name, servers, monitoring, algorithm, hashBy, routes } = cluster;
  const [charts, setCharts] = useState(false);
  const remove = useWrite(calls.delete);
  const { state, down, total } = summarizeCluster(cluster);
  const confirmRemoval = () =>
    openDialog({
      kind: 'confirm',
      title: t('cluster:remove.title', { name }),
      description: t('cluster:remove.text'),
      action: t('cluster:remove.action'),
      run: () => remove.mutateAsync({ domainId: domain.id, clusterId: cluster.id }),
    });
  const change = useWrite(calls.drain, { success: 'none' });
  const setDraining = async (server: Server, draining: boolean, isUndo = false) => {
    await change.mutateAsync({ domainId: domain.id, clusterId: cluster.id, serverId: server.id, draining });
    notify({
      type: 'success',
      title: t(draining ? 'cluster:drain.done' : 'cluster:drain.ended', { server: serverName(server, cluster) }),
      ...(!isUndo && { action: { label: t('common:undo'), run: () => void setDraining(server, !draining, true).catch(() => {}) } }),
    });
  };
  const confirmDrain = (server: Server) =>
    openDialog({
      kind: 'confirm',
      title: t('cluster:drain.title', { server: serverName(server, cluster) }),
      description: cluster.affinity
        ? t('cluster:drain.text', { time: formatTtl(durationSeconds(cluster.affinity), locale, 'long') })
        : t('cluster:drain.textOff'),
      action: t('cluster:drain.action'),
      run: () => setDraining(server, true),
    });
  const weights = servers.reduce((sum, server) => sum + (getsNewVisitors(server) ? server.weight : 0), 0);
  const facts = [
    t(`cluster:algorithm.${algorithm === 'hash' ? (hashBy ?? 'ip') : algorithm}`),
    `${t(`cluster:type.${cluster.protocol}`)} ${cluster.port}`,
    routes === 0 ? t('cluster:list.noRoutes') : t('cluster:list.routes', counted(routes, locale)),
    ...(monitoring
      ? [
          t('cluster:list.every', {
            time: afterPreposition(formatTtl(durationSeconds(monitoring.repetitionInterval), locale, 'long'), locale),
          }),
        ]
      : []),
  ];
  const card = (
    <Card
      flush
      title={<bdi className="[overflow-wrap:anywhere]">{name}</bdi>}
      actions={
        <>
          {monitoring && (
            <IconButton
              size="sm"
              icon={ChartLine}
              label={t('cluster:chart.of', { name })}
              aria-expanded={charts}
              onClick={() => setCharts(!charts)}
            />
          )}
          <LinkButton
            size="sm"
            icon={Pencil}
            href={href('cluster', { domain: domain.name, cluster: cluster.id })}
            aria-label={t('cluster:list.editOf', { name })}
          >
            {t('cluster:list.edit')}
          </LinkButton>
          <IconButton
            changes
            size="sm"
            icon={Trash2}
            label={t('cluster:list.deleteOf', { name })}
            disabled={routes > 0}
            reason={routes > 0 ? t('cluster:list.inUse') : undefined}
            onClick={confirmRemoval}
          />
        </>
      }
    >
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 px-[18px] pb-3 text-help text-text-2">
        <StatusBadge kind={kinds[state]}>
          {t(`cluster:summary.${state}`, { down: formatNumber(down, locale), total: formatNumber(total, locale) })}
        </StatusBadge>
        <span>
          {facts.map((fact, index) => (
            <Fragment key={fact}>
              {index > 0 && ' · '}
              <bdi>{fact}</bdi>
            </Fragment>
          ))}
        </span>
      </div>
      <Table label={t('cluster:list.servers', { name })} rows widths={widths[monitoring ? 'on' : 'off']}>
        <Head>
          <HeadCell>{t('cluster:list.server')}</HeadCell>
          <HeadCell num>{t('cluster:list.share')}</HeadCell>
          <HeadCell>{t('cluster:list.state')}</HeadCell>
          {monitoring && <HeadCell>{t('cluster:list.last')}</HeadCell>}
          {monitoring && <HeadCell>{t('cluster:list.history')}</HeadCell>}
          <HeadCell hideText>{t('common:list.actions')}</HeadCell>
        </Head>
        <tbody>
          {servers.map((server) => (
            <Row key={server.id}>
              <Cell m="title">
                <span className="flex flex-wrap items-center gap-2">
                  <DomainText mono className="[overflow-wrap:anywhere]">
                    {serverName(server, cluster)}
                  </DomainText>
                  {server.backup && <Badge square>{t('cluster:list.backup')}</Badge>}
                  {server.draining && <Badge square>{t('cluster:list.draining')}</Badge>}
                </span>
              </Cell>
              <Cell num>
                {server.backup ? (
                  '–'
                ) : server.weight === 0 ? (
                  <span title={t('cluster:list.drained')}>{formatPercent(0, locale)}</span>
                ) : server.draining ? (
                  formatPercent(0, locale)
                ) : (
                  formatPercent(server.weight / weights, locale, { maximumFractionDigits: 0 })
                )}
              </Cell>
              <Cell m="end">
                <Health server={server} monitored={Boolean(monitoring)} />
              </Cell>
              {monitoring && (
                <Cell m="sub" className="text-text-2">
                  <LastCheck server={server} />
                </Cell>
              )}
              {monitoring && (
                <Cell>
                  <History server={server} />
                </Cell>
              )}
              <Cell m="more">
                <IconButton
                  changes
                  size="sm"
                  icon={server.draining ? Plug : Unplug}
                  label={t(server.draining ? 'cluster:list.undrainOf' : 'cluster:list.drainOf', { server: serverName(server, cluster) })}
                  onClick={() => (server.draining ? void setDraining(server, false).catch(() => {}) : confirmDrain(server))}
                />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Card>
  );
  return (
    <>
      {card}
      {charts && (
        <Suspense
          fallback={
            <Card>
              <Skeleton label={t('common:loading')} rows={5} />
            </Card>
          }
        >
          <HealthCharts cluster={cluster} domainId={domain.id} />
        </Suspense>
      )}
    </>
  );
}
