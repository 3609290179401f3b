import { Plus, TicketPercent } from 'lucide-react';
import { lazy, useMemo } from 'react';
import { useRead } from '../../../browser/api/query.ts';
import { saveFile } from '../../../browser/api/saveFile.ts';
import { operatorVoucher } from '../../../lib/contract/cdn/operatorVoucher.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { CatalogHeader } from '../../core/shared/CatalogHeader.tsx';
import { codeColumns, codeFilters, codeMenu } from '../../core/shared/codeColumns.tsx';
import { Button } from '../../ui/Button.tsx';
import type { DataState } from '../../ui/DataState.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useEditDialog } from '../../ui/useEditDialog.tsx';
import { type Voucher, worthText } from './voucher.ts';

const VoucherCreate = lazy(async () => ({ default: (await import('./VoucherCreate.tsx')).VoucherCreate }));
const VoucherEdit = lazy(async () => ({ default: (await import('./VoucherEdit.tsx')).VoucherEdit }));

const wholeView = { q: '', state: '', sort: '', dir: '' };
const order = ['createdAt', 'code'];
const selectId = ({ id }: Voucher) => id;

/** The vouchers of CDN plans, for operators. */
export default function Vouchers() {
  const t = useT();
  const locale = currentLocale();
  const read = useRead(operatorVoucher.list, {});
  const { add, edit, dialog } = useEditDialog<Voucher>({
    addTitle: t('operatorVoucher:add'),
    editTitle: t('operatorVoucher:edit'),
    form: (item, callbacks) => (item ? <VoucherEdit voucher={item} {...callbacks} /> : <VoucherCreate {...callbacks} />),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language is another function; `edit` only sets a state
  const table = useMemo(
    () => ({
      columns: codeColumns({ onOpen: edit, worthTitle: t('operatorVoucher:worth'), worthText }),
      filters: codeFilters<Voucher>(),
      menu: codeMenu(edit, t('operatorVoucher:edit')),
    }),
    [t],
  );
  const vouchers = useMemo(() => read.data?.vouchers.map((one) => ({ ...one, id: one.code })), [read.data]);
  const data: DataState<readonly Voucher[]> = vouchers
    ? vouchers.length > 0
      ? { state: 'data', data: vouchers }
      : { state: 'empty' }
    : read.error
      ? { state: 'error', error: read.error.message, retry: () => void read.refetch(), busy: read.isFetching }
      : { state: 'loading' };
  const create = (
    <Button kind="primary" icon={Plus} onClick={add}>
      {t('operatorVoucher:add')}
    </Button>
  );
  return (
    <>
      <CatalogHeader page="operatorCatalogueVouchers" lead={t('operatorVoucher:lead')} actions={data.state !== 'empty' && create} />
      <DataTable
        label={t('operatorVoucher:title')}
        data={data}
        keyOf={selectId}
        {...table}
        order={order}
        filtersLabel={t('operatorVoucher:filters')}
        defaults={wholeView}
        searchLabel={t('catalogue:code.search')}
        loadFailed={t('operatorVoucher:loadFailed')}
        empty={
          <EmptyState
            icon={TicketPercent}
            title={t('operatorVoucher:empty')}
            description={t('operatorVoucher:emptyText')}
            action={create}
          />
        }
        noMatch={{ title: t('operatorVoucher:noMatch'), text: t('operatorVoucher:noMatchText') }}
        status={(visible, total) =>
          visible === total
            ? t('operatorVoucher:count', counted(total, locale))
            : t('operatorVoucher:shownOf', { shown: formatNumber(visible, locale), total: formatNumber(total, locale) })
        }
        onRow={edit}
        nameOf={selectId}
        onExport={(csv) => saveFile('vouchers.csv', csv, 'text/csv')}
      />
      {dialog}
    </>
  );
}
