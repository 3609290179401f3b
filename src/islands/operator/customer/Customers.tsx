import { Users } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useStaffMay } from '../../../browser/access.ts';
import { useRead } from '../../../browser/api/query.ts';
import { saveFile } from '../../../browser/api/saveFile.ts';
import { navigate } from '../../../browser/navigate.ts';
import { type CustomerRow, operatorCustomer } from '../../../lib/contract/operator/operatorCustomer.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath, href } from '../../../lib/routes/index.ts';
import type { DataState } from '../../ui/DataState.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { useCompact } from '../../ui/useCompact.ts';
import { customerColumns, customerFilters, customerMenu } from './customerColumns.tsx';

const wholeView = { q: '', balance: '', accountType: '', sort: 'createdAt', dir: 'desc' };
const order = ['createdAt', 'email'];
const selectId = ({ id }: CustomerRow) => id;
const selectName = ({ email }: CustomerRow) => email;
const open = ({ id }: CustomerRow) => navigate.to(href('operatorCustomer', { customer: id }));

/** All accounts. If they don't fit into one response, the provider searches. */
export default function Customers() {
  const t = useT();
  const locale = currentLocale();
  const compact = useCompact();
  const hasMoney = useStaffMay()('money');
  const [query, setQuery] = useState('');
  const q = useDeferredValue(query.trim());
  const read = useRead(operatorCustomer.list, q === '' ? {} : { q });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language is another function
  const table = useMemo(
    () => ({ columns: customerColumns(compact, hasMoney), filters: customerFilters(hasMoney), menu: customerMenu() }),
    [compact, hasMoney, t],
  );
  const list = read.data?.customers;
  const total = read.data?.total ?? 0;
  const isCut = query !== '' || (list !== undefined && total > list.length);
  const data: DataState<readonly CustomerRow[]> = list
    ? list.length > 0
      ? { state: 'data', data: list }
      : { state: 'empty' }
    : read.error
      ? { state: 'error', error: read.error.message, retry: () => void read.refetch(), busy: read.isFetching }
      : { state: 'loading' };
  return (
    <>
      <PageHeader
        title={t('operatorCustomer:title')}
        description={t('operatorCustomer:lead')}
        docs={{ href: guidePath('operatorCustomers', locale), label: t('common:help') }}
      />
      {isCut && (
        <div className="mb-4 max-w-[420px]">
          <SearchInput
            value={query}
            onChange={setQuery}
            label={t('operatorCustomer:searchAll')}
            clearLabel={t('operatorCustomer:clearSearch')}
          />
        </div>
      )}
      <DataTable
        label={t('operatorCustomer:title')}
        data={data}
        keyOf={selectId}
        {...table}
        order={order}
        filtersLabel={t('operatorCustomer:filters')}
        defaults={wholeView}
        searchLabel={t('operatorCustomer:search')}
        loadFailed={t('operatorCustomer:loadFailed')}
        empty={<EmptyState icon={Users} title={t('operatorCustomer:noMatch')} description={t('operatorCustomer:noMatchText')} />}
        noMatch={{ title: t('operatorCustomer:noMatch'), text: t('operatorCustomer:noMatchText') }}
        status={(visible, loaded) =>
          visible === loaded && loaded === total
            ? t('operatorCustomer:count', counted(total, locale))
            : t('operatorCustomer:shownOf', { shown: formatNumber(visible, locale), total: formatNumber(total, locale) })
        }
        onRow={open}
        nameOf={selectName}
        onExport={(csv) => saveFile('customers.csv', csv, 'text/csv')}
        twoLine
      />
    </>
  );
}
