import { Download, Globe, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { useAddress } from '../../lib/address.ts';
import { useRead } from '../../lib/api/query.ts';
import { saveFile } from '../../lib/api/save-file.ts';
import { type Domain, domain, domainStatuses } from '../../lib/contract/domain.ts';
import { toCsv } from '../../lib/format/csv.ts';
import { formatNumber } from '../../lib/format/number.ts';
import { counted } from '../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../lib/i18n/react.tsx';
import { listedDomains } from '../../lib/reads.ts';
import { guideOf, href } from '../../lib/routes.ts';
import { planCodes } from '../../lib/rules/plans.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Chip } from '../ui/Chip.tsx';
import { DataShell, type DataState } from '../ui/DataState.tsx';
import { EmptyState, NoResults } from '../ui/EmptyState.tsx';
import { FilterBar } from '../ui/FilterBar.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { LoadError } from '../ui/LoadError.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { SearchInput } from '../ui/SearchInput.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { DomainTable } from './DomainTable.tsx';
import { chipCounts, isFiltered, noFilter, shownDomains } from './filter.ts';

/** The domains of the account: the page brings the first 200 along, which is the shell's list too; a longer list is fetched whole. */
function useDomains(): { data: DataState<readonly Domain[]>; total: number | null } {
  const first = useRead(domain.list, listedDomains);
  const isLong = (first.data?.total ?? 0) > (first.data?.domains.length ?? 0);
  const whole = useRead(domain.list, {}, { enabled: isLong });
  const read = isLong ? whole : first;
  const total = first.data?.total ?? null;
  const list = read.data?.domains;
  if (list) return { data: list.length > 0 ? { state: 'data', data: list } : { state: 'empty' }, total };
  if (read.error)
    return { data: { state: 'error', error: read.error.message, retry: () => void read.refetch(), busy: read.isFetching }, total };
  return { data: { state: 'loading' }, total };
}

export default function DomainList() {
  const t = useT();
  const { data } = useDomains();
  const list = data.state === 'data' ? data.data : null;
  const guide = { href: guideOf('domains', currentLocale()), label: t('common:help') };
  const active = list?.filter(({ status }) => status === 'active').length ?? 0;
  const add = (
    <LinkButton kind="primary" icon={Plus} href={href('domainAdd')}>
      {t('domain:addDomain')}
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title={t('domain:title')}
        description={
          list
            ? t('domain:summary', {
                domains: t('domain:count', counted(list.length, currentLocale())),
                active: t('domain:activeCount', counted(active, currentLocale())),
              })
            : t('domain:lead')
        }
        docs={guide}
        actions={data.state !== 'empty' && add}
      />
      <DataShell
        data={data}
        loading={
          <Card flush>
            <Skeleton label={t('common:loading')} rows={7} twoLine />
          </Card>
        }
        error={(message, retry, busy) => (
          <LoadError title={t('domain:loadFailed')} message={message} retryLabel={t('common:retry')} onRetry={retry} busy={busy} />
        )}
        empty={
          <Card>
            <EmptyState
              icon={Globe}
              title={t('domain:empty.title')}
              description={t('domain:empty.text')}
              action={add}
              link={
                <a className="link" href={guide.href}>
                  {t('domain:empty.guide')}
                </a>
              }
            />
          </Card>
        }
      >
        {(domains) => <Filtered domains={domains} />}
      </DataShell>
    </>
  );
}

function Filtered({ domains }: { domains: readonly Domain[] }) {
  const t = useT();
  const locale = currentLocale();
  const [filter, setFilter] = useAddress(noFilter);
  const shown = useMemo(() => shownDomains(domains, filter), [domains, filter]);
  const counts = useMemo(() => chipCounts(domains, filter), [domains, filter]);
  const clear = () => setFilter({ q: '', status: '', plan: '' });
  const statuses = domainStatuses.filter((status) => domains.some((one) => one.status === status));
  const plans = planCodes.filter((plan) => domains.some((one) => one.plan === plan));
  const chips = (field: 'status' | 'plan', values: readonly string[], label: (value: string) => string) =>
    values.map((value) => (
      <Chip
        key={value}
        pressed={filter[field] === value}
        onClick={() => setFilter({ [field]: filter[field] === value ? '' : value })}
        count={formatNumber(counts[field].get(value) ?? 0, locale)}
      >
        {label(value)}
      </Chip>
    ));
  return (
    <>
      <FilterBar
        search={
          <SearchInput value={filter.q} onChange={(q) => setFilter({ q })} label={t('domain:search')} clearLabel={t('common:clear')} />
        }
        chipsLabel={t('domain:filters')}
        chips={
          <>
            {chips('status', statuses, (value) => t(`common:domainStatus.${value as Domain['status']}`))}
            {plans.length > 1 && <span aria-hidden className="h-5 w-px flex-none self-center bg-border" />}
            {plans.length > 1 && chips('plan', plans, (value) => t(`common:plan.${value as Domain['plan']}`))}
          </>
        }
      />
      {shown.length > 0 ? (
        <DomainTable domains={shown} filter={filter} onSort={setFilter} />
      ) : (
        <Card>
          <NoResults
            title={t('domain:noMatch')}
            description={t('domain:noMatchText')}
            action={<Button onClick={clear}>{t('domain:clearFilters')}</Button>}
          />
        </Card>
      )}
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-caption text-text-3">
          {isFiltered(filter)
            ? t('domain:shownOf', { shown: formatNumber(shown.length, locale), total: formatNumber(domains.length, locale) })
            : t('domain:count', counted(domains.length, locale))}
        </p>
        <Button kind="ghost" size="sm" icon={Download} onClick={() => saveFile('domains.csv', toCsv(rowsOf(shown, t)), 'text/csv')}>
          {t('domain:exportCsv')}
        </Button>
      </div>
    </>
  );
}

function rowsOf(domains: readonly Domain[], t: ReturnType<typeof useT>): (string | number)[][] {
  const head = ['name', 'status', 'plan', 'records', 'dateAdded'] as const;
  return [
    [...head.map((key) => t(`domain:column.${key}`)), t('domain:column.nameServers')],
    ...domains.map(({ name, status, plan, records, dateAdded, nameServers }) => [
      name,
      t(`common:domainStatus.${status}`),
      t(`common:plan.${plan}`),
      records,
      dateAdded,
      nameServers.join(' '),
    ]),
  ];
}
