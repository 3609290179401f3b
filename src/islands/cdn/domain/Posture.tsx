import { ArrowRight, BrickWallFire, Cloud, Gem, KeyRound, Layers, Lock, LockKeyhole, Network, ShieldCheck, Waypoints } from 'lucide-react';
import { useRead } from '../../../browser/api/query.ts';
import { domain as calls, type Domain, type Finding } from '../../../lib/contract/cdn/domain.ts';
import { provider } from '../../../lib/contract/core/provider.ts';
import { formatDateTime } from '../../../lib/format/date.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { href, type RouteName } from '../../../lib/routes/index.ts';
import { Card } from '../../ui/Card.tsx';
import type { Icon } from '../../ui/icon.ts';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { type StatusKind, StatusText } from '../../ui/StatusBadge.tsx';
import { LiveOn } from '../shared/LiveOn.tsx';
import { setupHref } from './steps.ts';

const kinds: Record<Finding['state'], StatusKind> = {
  critical: 'failed',
  warning: 'waiting',
  ok: 'ok',
  saved: 'off',
  off: 'off',
  planned: 'off',
};
/** The screen of an area; DNSSEC has none yet. */
const screens: Record<Finding['area'], { icon: Icon; route: RouteName | null }> = {
  setup: { icon: Waypoints, route: 'dns' },
  cdn: { icon: Cloud, route: 'dns' },
  certificate: { icon: Lock, route: 'ssl' },
  https: { icon: LockKeyhole, route: 'https' },
  waf: { icon: ShieldCheck, route: 'waf' },
  firewall: { icon: BrickWallFire, route: 'firewall' },
  cache: { icon: Layers, route: 'cache' },
  clusters: { icon: Network, route: 'clusters' },
  dnssec: { icon: KeyRound, route: 'dnssec' },
  plan: { icon: Gem, route: 'plan' },
};
const isProblem = ({ state }: Finding) => state === 'critical' || state === 'warning';
/** DNSSEC has no screen, so its findings have no link. */
const findingFix = ({ area, reason }: Finding) =>
  reason === 'setup.paused'
    ? 'paused'
    : reason === 'setup.edgeSize'
      ? 'size'
      : reason === 'setup.edgePolicy'
        ? 'policy'
        : area === 'dnssec'
          ? null
          : area;

/** The posture of the domain: the headline counts what needs attention, and each area shows one line with a link to its settings. */
export function Posture({ domain }: { domain: Domain }) {
  const t = useT();
  const locale = currentLocale();
  const { data, error, isFetching, refetch } = useRead(calls.posture, { domainId: domain.id });
  const { edge, preview = null } = useRead(provider.capabilities, {}).data?.capabilities ?? {};
  if (!data)
    return (
      <Card className="mb-[18px]">
        {error ? (
          <LoadError
            flush
            title={t('overview:posture.failed')}
            message={error.message}
            retryLabel={t('common:retry')}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <Skeleton label={t('common:loading')} rows={5} />
        )}
      </Card>
    );
  const problems = data.posture.filter(isProblem);
  return (
    <section aria-labelledby="posture" className="mb-6">
      <h2 id="posture" className="text-figure text-balance text-text">
        {problems.length > 0 ? t('overview:posture.problems', counted(problems.length, locale)) : t('overview:posture.fine')}
      </h2>
      {edge === 'none' && <p className="mt-1 max-w-[680px] text-ui text-text-2">{t('overview:posture.noEdge')}</p>}
      {domain.edge && (
        <p className="mt-1">
          <LiveOn of={domain} />
        </p>
      )}
      {edge === 'connected' && preview !== null && (
        <a className="link mt-1 inline-block text-ui" href={preview.replace('{domain}', domain.name)} target="_blank" rel="noopener">
          {t('overview:posture.open')}
        </a>
      )}
      <ul className="mt-4 grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {data.posture.map((finding) => (
          <Tile key={finding.area} domain={domain} finding={finding} />
        ))}
      </ul>
    </section>
  );
}

function Tile({ domain, finding }: { domain: Domain; finding: Finding }) {
  const t = useT();
  const locale = currentLocale();
  const { area, state, reason, numbers, time } = finding;
  const { icon: Sign } = screens[area];
  const to = findingPath(domain, finding);
  const fix = findingFix(finding);
  const { days, count, total, used, limit } = numbers;
  const number = (value = 0) => formatNumber(value, locale);
  const line = t(`overview:posture.${reason}`, {
    ...counted(days ?? count ?? 0, locale),
    total: number(total),
    used: number(used),
    limit: number(limit),
    time: time ? formatDateTime(time, locale) : '',
    plan: t(`common:plan.${domain.plan}`),
  });
  const content = (
    <>
      <p className="flex items-center gap-2">
        <Sign aria-hidden className="size-4 flex-none text-text-3" />
        <b className="min-w-0 flex-1 truncate text-ui font-semibold text-text">{t(`overview:posture.area.${area}`)}</b>{' '}
        <span className="text-caption">
          <StatusText kind={kinds[state]}>{t(`overview:posture.state.${state}`)}</StatusText>
        </span>
      </p>
      <p className="text-ui text-pretty text-text-2">{line}</p>
      {isProblem(finding) && fix && (
        <p className="mt-auto flex items-center gap-1 text-ui font-medium text-brand-text">
          {t(`overview:posture.fix.${fix}`)}
          <ArrowRight aria-hidden className="size-3.5 rtl:-scale-x-100" />
        </p>
      )}
    </>
  );
  const look = 'card flex h-full flex-col gap-1.5 px-4 py-3';
  return (
    <li data-state={state}>
      {to ? (
        <a className={`${look} hover:bg-hover`} href={to}>
          {content}
        </a>
      ) : (
        <div className={look}>{content}</div>
      )}
    </li>
  );
}

/** The page for fixing a finding. */
function findingPath(domain: Domain, { area, reason }: Finding): string | null {
  if (reason === 'setup.waiting' || reason === 'setup.waitingCname' || reason === 'setup.movedAway') return setupHref(domain);
  if (reason === 'setup.paused' || reason === 'setup.okCname') return href('domainSettings', { domain: domain.name });
  if (reason === 'setup.edgeSize') return href('customPages', { domain: domain.name });
  if (reason === 'setup.edgePolicy') return href('history', { domain: domain.name });
  const { route } = screens[area];
  return route && href(route, { domain: domain.name });
}
