import type { Cluster } from '../../../lib/contract/cdn/cluster.ts';
import { formatDateTime, formatElapsed } from '../../../lib/format/date.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { StatusBadge, type StatusKind } from '../../ui/StatusBadge.tsx';

export type Server = Cluster['servers'][number];

const kinds: Record<Server['health'], StatusKind> = { up: 'ok', down: 'failed', unknown: 'waiting' };

/** Whether a server is up, and since when. */
export function Health({ server, monitored }: { server: Server; monitored: boolean }) {
  const t = useT();
  const locale = currentLocale();
  if (!monitored) return <StatusBadge kind="off">{t('cluster:health.off')}</StatusBadge>;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <StatusBadge kind={kinds[server.health]}>{t(`cluster:health.${server.health}`)}</StatusBadge>
      {server.since && (
        <small className="text-text-3" title={formatDateTime(server.since, locale)}>
          {t('cluster:list.since', { time: formatElapsed(server.since, locale) })}
        </small>
      )}
    </span>
  );
}

/** The last check result. */
export function LastCheck({ server }: { server: Server }) {
  const t = useT();
  const locale = currentLocale();
  if (!server.lastCheck) return <span className="text-text-3">{t('cluster:list.never')}</span>;
  const ms = server.lastMs === undefined ? null : formatNumber(server.lastMs, locale);
  // Rows are truncated on phones, but the reason of a failure is shown in full.
  if (server.reason)
    return <span className="whitespace-normal">{t(`cluster:reason.${server.reason}`, { status: server.lastStatus ?? '' })}</span>;
  return (
    <span className="num">
      {server.lastStatus
        ? t('cluster:test.okStatus', { status: String(server.lastStatus), ms: ms ?? '' })
        : t('cluster:test.ok', { ms: ms ?? '' })}
    </span>
  );
}

const stateColors = { up: 'bg-success', down: 'bg-danger', mixed: 'bg-warning', none: 'bg-border-strong' } as const;
const heights = { up: 'h-full', down: 'h-full', mixed: 'h-full', none: 'h-1' } as const;

/** The last hour in steps of two minutes, from left to right in every language, as in charts. */
export function History({ server }: { server: Server }) {
  const t = useT();
  const checked = server.recent.filter((state) => state !== 'none');
  const up = checked.filter((state) => state === 'up').length;
  const locale = currentLocale();
  return (
    <span
      role="img"
      dir="ltr"
      aria-label={
        checked.length === 0
          ? t('cluster:list.recentNone')
          : t('cluster:list.recent', { up: formatNumber(up, locale), total: formatNumber(checked.length, locale) })
      }
      className="inline-flex h-5 items-end gap-0.5"
    >
      {server.recent.map((state, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps are their places
        <span key={index} className={`w-1 rounded-[1px] forced-color-adjust-none ${stateColors[state]} ${heights[state]}`} />
      ))}
    </span>
  );
}
