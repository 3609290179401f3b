import { useT } from '../../../lib/i18n/react.tsx';
import type { Translate } from '../../../lib/i18n/translator.ts';
import { ConflictBanner, type ConflictBannerProps } from '../../ui/ConflictBanner.tsx';
import type { Values } from './clusterForm.ts';
import { durationLabel } from './durationMenu.ts';

interface ClusterConflictProps extends Pick<ConflictBannerProps, 'busy' | 'onRetain' | 'onAdopt'> {
  mine: Values;
  theirs: Values;
}

/** Shown when the cluster was changed elsewhere: lists the differences and lets the customer choose. */
export default function ClusterConflict({ mine, theirs, ...rest }: ClusterConflictProps) {
  const t = useT();
  const [own, other] = [conflictRows(t, mine), conflictRows(t, theirs)];
  const rows = own.map(([label, value], index) => ({ label, mine: value, theirs: other[index]?.[1] ?? '' }));
  return <ConflictBanner title={t('cluster:form.conflict')} rows={rows} retainLabel={t('common:keepWriting')} {...rest} />;
}

const conflictRows = (
  t: Translate,
  { name, protocol, port, servers, algorithm, affinity, monitor, monitoring }: Values,
): [string, string][] => [
  [t('cluster:form.name'), name],
  [t('cluster:form.port'), `${t(`cluster:type.${protocol}`)} ${port}`],
  [
    t('cluster:form.servers'),
    servers
      .map((server) =>
        [
          server.port ? `${server.address} ${server.port}` : server.address,
          `× ${server.weight}`,
          ...(server.backup ? [t('cluster:form.backup')] : []),
          ...(server.maxConnections ? [`${t('cluster:form.maxConnections')} ${server.maxConnections}`] : []),
          ...(server.draining ? [t('cluster:list.draining')] : []),
        ].join(' '),
      )
      .join(', '),
  ],
  [t('cluster:form.algorithm'), t(`cluster:algorithm.${algorithm}`)],
  [t('cluster:form.affinity'), affinity ? durationLabel(affinity) : t('cluster:form.affinityOff')],
  [
    t('cluster:form.monitoring'),
    monitor
      ? [
          t(`cluster:type.${monitoring.requestType}`),
          ...Object.entries(monitoring)
            .filter(([field, value]) => field !== 'requestType' && typeof value !== 'boolean' && value !== '')
            .map(([, value]) => String(value)),
        ].join(' · ')
      : t('cluster:health.off'),
  ],
];
