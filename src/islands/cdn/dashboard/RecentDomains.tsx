import { ChevronRight } from 'lucide-react';
import { useRead } from '../../../browser/api/query.ts';
import type { Domain, domain } from '../../../lib/contract/cdn/domain.ts';
import { report } from '../../../lib/contract/cdn/report.ts';
import { formatAge, formatDateTime } from '../../../lib/format/date.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { formatCompact } from '../../../lib/format/quantity.ts';
import type { Locale } from '../../../lib/i18n/locales.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Card } from '../../ui/Card.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Sparkline } from '../../ui/Sparkline.tsx';
import { StatusBadge, type StatusKind } from '../../ui/StatusBadge.tsx';
import { Cell, Head, HeadCell, Row, Table } from '../../ui/Table.tsx';
import { ModeBadges } from '../shared/ModeBadges.tsx';

/** The shape of a status. */
const statusKinds: Record<Domain['status'], StatusKind> = { active: 'ok', inactive: 'off', pending: 'waiting', pendingNsChange: 'waiting' };

interface RecentDomainsProps {
  read: ReturnType<typeof useRead<typeof domain.list>>;
  locale: Locale;
}

/** The five newest domains. */
export function RecentDomains({ read, locale }: RecentDomainsProps) {
  const t = useT();
  const days = useRead(report.recent, {}).data?.domains;
  const dayOf = (id: string) => days?.find(({ domainId, requests }) => domainId === id && requests > 0);
  // The column is there once a domain has requests.
  const hasDays = days?.some(({ requests }) => requests > 0) === true;
  const all = (
    <a href={href('domains')} className="link inline-flex items-center gap-1 text-ui">
      {t('shell:dashboard.recent.all')}
      <ChevronRight aria-hidden className="mirror size-3.5" />
    </a>
  );
  return (
    <Card flush title={t('shell:dashboard.recent.title')} actions={all}>
      {read.isPending && <Skeleton label={t('common:loading')} rows={5} />}
      {read.error && !read.data && (
        <LoadError
          flush
          title={t('shell:dashboard.recent.failed')}
          message={read.error.message}
          retryLabel={t('common:retry')}
          busy={read.isFetching}
          onRetry={() => void read.refetch()}
        />
      )}
      {read.data && (
        <Table label={t('shell:dashboard.recent.title')} rows>
          <Head>
            <HeadCell>{t('shell:dashboard.recent.domain')}</HeadCell>
            <HeadCell>{t('shell:dashboard.recent.status')}</HeadCell>
            <HeadCell>{t('shell:dashboard.recent.plan')}</HeadCell>
            {hasDays && <HeadCell>{t('shell:dashboard.recent.day')}</HeadCell>}
            <HeadCell num>{t('shell:dashboard.recent.records')}</HeadCell>
            <HeadCell num>{t('shell:dashboard.recent.added')}</HeadCell>
          </Head>
          <tbody>
            {read.data.domains.map(({ id, name, status, plan, records, dateAdded, ...modes }) => (
              <Row key={id}>
                <Cell m="title">
                  <a href={href('overview', { domain: name })} className="recent-name">
                    <span className="max-sm:hidden">
                      <Avatar name={name} tile size={24} />
                    </span>
                    <DomainText>{name}</DomainText>
                  </a>
                </Cell>
                <Cell m="lead" className="sm:hidden">
                  <Avatar name={name} tile size={32} />
                </Cell>
                <Cell m="end">
                  <span className="inline-flex flex-wrap items-center gap-1.5">
                    <StatusBadge kind={statusKinds[status]}>{t(`common:domainStatus.${status}`)}</StatusBadge>
                    <ModeBadges {...modes} />
                  </span>
                </Cell>
                <Cell m="sub">
                  {t(`common:plan.${plan}`)}
                  <span className="sm:hidden">
                    {' '}
                    · {t('shell:dashboard.recent.recordCount', { count: records, n: formatNumber(records, locale) })}
                  </span>
                </Cell>
                {hasDays && (
                  <Cell>
                    <Day day={dayOf(id)} locale={locale} />
                  </Cell>
                )}
                <Cell num>{formatNumber(records, locale)}</Cell>
                <Cell num>
                  <time dateTime={dateAdded} title={formatDateTime(dateAdded, locale)}>
                    {formatAge(dateAdded, locale)}
                  </time>
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  );
}

/** The number of requests, which also is the text of the line beside it. */
function Day({ day, locale }: { day: { requests: number; hours: readonly number[] } | undefined; locale: Locale }) {
  if (!day) return null;
  return (
    <span className="flex items-center gap-2.5">
      <span className="block h-6 w-16 flex-none">
        <Sparkline values={day.hours} />
      </span>
      <span className="num">{formatCompact(day.requests, locale)}</span>
    </span>
  );
}
