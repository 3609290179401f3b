import { FileArchive, Plus, ReceiptText } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useRead } from '../../../browser/api/query.ts';
import { saveFile } from '../../../browser/api/saveFile.ts';
import { navigate } from '../../../browser/navigate.ts';
import { type Invoice, invoice } from '../../../lib/contract/finance/invoice.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath, href } from '../../../lib/routes/index.ts';
import { Button } from '../../ui/Button.tsx';
import type { DataState } from '../../ui/DataState.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FromServer } from '../../ui/FromServer.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { downloadYear } from './download.ts';
import { invoiceColumns, invoiceFilters, invoiceMenu } from './invoiceColumns.tsx';
import { invoiceName } from './invoiceText.ts';

const ProformaDialog = lazy(() => import('./ProformaDialog.tsx'));

const views = {
  current: { q: '', payment: '', sort: 'number', dir: 'desc' },
  closed: { q: '', payment: '', sort: 'number', dir: 'desc' },
  proforma: { q: '', payment: '', sort: 'number', dir: 'desc' },
};
const order = ['number'];
const selectId = ({ id }: Invoice) => id;
const open = ({ id }: Invoice) => navigate.to(href('invoice', { invoice: id }));

function useInvoices(state: Invoice['state']): DataState<readonly Invoice[]> {
  const read = useRead(invoice.list, { state });
  const list = read.data?.invoices;
  if (list) return list.length > 0 ? { state: 'data', data: list } : { state: 'empty' };
  if (read.error) return { state: 'error', error: read.error.message, retry: () => void read.refetch(), busy: read.isFetching };
  return { state: 'loading' };
}

/** The invoices of one state; the three screens are three addresses of this list. */
export default function InvoiceList({ state }: { state: Invoice['state'] }) {
  return (
    <FromServer>
      <Invoices state={state} />
    </FromServer>
  );
}

function Invoices({ state }: { state: Invoice['state'] }) {
  const t = useT();
  const locale = currentLocale();
  const data = useInvoices(state);
  const [isAdding, setAdding] = useState<boolean | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language is another function
  const table = useMemo(
    () => ({ columns: invoiceColumns(state), filters: state === 'proforma' ? invoiceFilters() : [], menu: invoiceMenu() }),
    [state, t],
  );
  const list = data.state === 'data' ? data.data : null;
  const guide = { href: guidePath('invoicesClosed', locale), label: t('common:help') };
  const add = state === 'proforma' && (
    <Button kind="primary" icon={Plus} onClick={() => setAdding(true)}>
      {t('invoice:form.add')}
    </Button>
  );
  const count = (n: number) => t('invoice:count', counted(n, locale));
  const sum = list?.reduce((total, one) => total + one.total, 0) ?? 0;
  return (
    <>
      <PageHeader
        title={t(`invoice:title.${state}`)}
        description={t(`invoice:lead.${state}`)}
        docs={guide}
        actions={data.state !== 'empty' && (state === 'closed' ? <YearMenu invoices={list ?? []} /> : add)}
      />
      <DataTable
        label={t(`invoice:title.${state}`)}
        data={data}
        keyOf={selectId}
        {...table}
        order={order}
        filtersLabel={t('invoice:filters')}
        defaults={views[state]}
        searchLabel={t('invoice:search')}
        loadFailed={t('invoice:loadFailed')}
        empty={
          <EmptyState
            icon={ReceiptText}
            title={t(`invoice:empty.${state}`)}
            description={t(`invoice:empty.${state}Text`)}
            action={add}
            link={
              <a className="link" href={guide.href}>
                {t('invoice:empty.guide')}
              </a>
            }
          />
        }
        noMatch={{ title: t('invoice:noMatch'), text: t('invoice:noMatchText') }}
        status={(visible, total) =>
          visible === total
            ? t('invoice:sum', { count: count(total), amount: formatMoney(sum, locale, { exact: true }) })
            : t('invoice:shownOf', { shown: formatNumber(visible, locale), total: formatNumber(total, locale) })
        }
        onRow={open}
        nameOf={(one) => invoiceName(t, one)}
        onExport={(csv) => saveFile(`invoices-${state}.csv`, csv, 'text/csv')}
      />
      {isAdding !== null && (
        <Suspense>
          <ProformaDialog open={isAdding} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Downloads the closed invoices of a year as one file, for each year that has any. */
function YearMenu({ invoices }: { invoices: readonly Invoice[] }) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const years = [...new Set(invoices.map(({ issuedAt }) => new Date(issuedAt).getUTCFullYear()))];
  const download = async (year: number) => {
    setBusy(true);
    await downloadYear(year);
    setBusy(false);
  };
  return (
    <Menu
      label={t('invoice:zip.action')}
      closeLabel={t('common:close')}
      align="end"
      items={years.map((year) => ({
        key: String(year),
        label: t('invoice:zip.year', { year: String(year) }),
        onSelect: () => void download(year),
      }))}
      trigger={(trigger) => (
        <Button icon={FileArchive} busy={busy} busyLabel={t('invoice:zip.busy')} disabled={years.length === 0} {...trigger}>
          {t('invoice:zip.action')}
        </Button>
      )}
    />
  );
}
