import { Globe, Plus } from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import { useRead } from '../../../browser/api/query.ts';
import { saveFile } from '../../../browser/api/saveFile.ts';
import { navigate } from '../../../browser/navigate.ts';
import { type Domain, domain } from '../../../lib/contract/cdn/domain.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { listedDomains } from '../../../lib/reads.ts';
import { guidePath, href } from '../../../lib/routes/index.ts';
import type { DataState } from '../../ui/DataState.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FromServer } from '../../ui/FromServer.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useHydrated } from '../../ui/useCompact.ts';
import { domainColumns, domainFilters, domainMenu } from './domainColumns.tsx';
import { bulkToggle } from './toggle.ts';

const RecentlyRemoved = lazy(async () => ({ default: (await import('./RecentlyRemoved.tsx')).RecentlyRemoved }));

const wholeView = { q: '', status: '', plan: '', sort: 'name', dir: 'asc' };
const order = ['name'];
const selectId = ({ id }: Domain) => id;
const selectName = ({ name }: Domain) => name;
const open = ({ name }: Domain) => navigate.to(href('overview', { domain: name }));

/** The domains of the account: the page contains the first 200, which are also the shell's list; a longer list is fetched completely. */
function useDomains(): DataState<readonly Domain[]> {
  const first = useRead(domain.list, listedDomains);
  const isLong = (first.data?.total ?? 0) > (first.data?.domains.length ?? 0);
  const whole = useRead(domain.list, {}, { enabled: isLong });
  const read = isLong ? whole : first;
  const list = read.data?.domains;
  if (list) return list.length > 0 ? { state: 'data', data: list } : { state: 'empty' };
  if (read.error) return { state: 'error', error: read.error.message, retry: () => void read.refetch(), busy: read.isFetching };
  return { state: 'loading' };
}

export default function DomainList() {
  return (
    <FromServer>
      <Domains />
    </FromServer>
  );
}

function Domains() {
  const t = useT();
  const locale = currentLocale();
  const isHydrated = useHydrated();
  const data = useDomains();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language is another function
  const table = useMemo(() => ({ columns: domainColumns(), filters: domainFilters(), menu: domainMenu() }), [t]);
  const list = data.state === 'data' ? data.data : null;
  const guide = { href: guidePath('domains', locale), label: t('common:help') };
  const active = list?.filter(({ status }) => status === 'active').length ?? 0;
  const add = (
    <LinkButton kind="primary" icon={Plus} changes="orders" href={href('domainAdd')}>
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
                domains: t('domain:count', counted(list.length, locale)),
                active: t('domain:activeCount', counted(active, locale)),
              })
            : t('domain:lead')
        }
        docs={guide}
        actions={data.state !== 'empty' && add}
      />
      <DataTable
        label={t('domain:title')}
        data={data}
        keyOf={selectId}
        {...table}
        order={order}
        filtersLabel={t('domain:filters')}
        defaults={wholeView}
        searchLabel={t('domain:search')}
        loadFailed={t('domain:loadFailed')}
        empty={
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
        }
        noMatch={{ title: t('domain:noMatch'), text: t('domain:noMatchText') }}
        status={(visible, total) =>
          visible === total
            ? t('domain:count', counted(total, locale))
            : t('domain:shownOf', { shown: formatNumber(visible, locale), total: formatNumber(total, locale) })
        }
        onRow={open}
        nameOf={selectName}
        onExport={(csv) => saveFile('domains.csv', csv, 'text/csv')}
        bulk={bulkToggle}
        twoLine
      />
      {isHydrated && (list || data.state === 'empty') ? (
        <div className="mt-6">
          <Suspense fallback={null}>
            <RecentlyRemoved />
          </Suspense>
        </div>
      ) : null}
    </>
  );
}
