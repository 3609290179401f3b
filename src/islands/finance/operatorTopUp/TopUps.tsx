import { Gift, Pencil, Plus } from 'lucide-react';
import { lazy, useMemo } from 'react';
import { useRead } from '../../../browser/api/query.ts';
import { saveFile } from '../../../browser/api/saveFile.ts';
import type { Output } from '../../../lib/contract/call.ts';
import { operatorTopUp } from '../../../lib/contract/finance/operatorTopUp.ts';
import { formatNumber, formatPercent } from '../../../lib/format/number.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { CatalogHeader } from '../../core/shared/CatalogHeader.tsx';
import { codeColumns, codeFilters, codeMenu } from '../../core/shared/codeColumns.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import type { DataState } from '../../ui/DataState.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { KeyValueList } from '../../ui/KeyValueList.tsx';
import { useEditDialog } from '../../ui/useEditDialog.tsx';
import { short } from '../shared/money.ts';
import { type Gift as GiftRow, worthText } from './gift.ts';

const BonusEdit = lazy(async () => ({ default: (await import('./BonusEdit.tsx')).BonusEdit }));
const GiftCreate = lazy(async () => ({ default: (await import('./GiftCreate.tsx')).GiftCreate }));
const GiftEdit = lazy(async () => ({ default: (await import('./GiftEdit.tsx')).GiftEdit }));

const wholeView = { q: '', state: '', sort: '', dir: '' };
const order = ['createdAt', 'code'];
const selectId = ({ id }: GiftRow) => id;
type Bonus = Pick<Output<typeof operatorTopUp.get>, 'bonus' | 'version'> & { id: string };

/** The bonus of top-ups and gift codes, for operators. */
export default function TopUps() {
  const t = useT();
  const locale = currentLocale();
  const read = useRead(operatorTopUp.get, {});
  const bonus = useEditDialog<Bonus>({
    addTitle: t('operatorTopUp:bonus.edit'),
    editTitle: t('operatorTopUp:bonus.edit'),
    form: (item, callbacks) => item && <BonusEdit current={item} {...callbacks} />,
  });
  const { add, edit, dialog } = useEditDialog<GiftRow>({
    addTitle: t('operatorTopUp:gift.add'),
    editTitle: t('operatorTopUp:gift.edit'),
    form: (item, callbacks) => (item ? <GiftEdit gift={item} {...callbacks} /> : <GiftCreate {...callbacks} />),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language is another function; `edit` only sets a state
  const table = useMemo(
    () => ({
      columns: codeColumns({ onOpen: edit, worthTitle: t('operatorTopUp:gift.worth'), worthText }),
      filters: codeFilters<GiftRow>(),
      menu: codeMenu(edit, t('operatorTopUp:gift.edit')),
    }),
    [t],
  );
  const gifts = useMemo(() => read.data?.gifts.map((gift) => ({ ...gift, id: gift.code })), [read.data]);
  const data: DataState<readonly GiftRow[]> = gifts
    ? gifts.length > 0
      ? { state: 'data', data: gifts }
      : { state: 'empty' }
    : read.error
      ? { state: 'error', error: read.error.message, retry: () => void read.refetch(), busy: read.isFetching }
      : { state: 'loading' };
  const create = (
    <Button kind="primary" icon={Plus} onClick={add}>
      {t('operatorTopUp:gift.add')}
    </Button>
  );
  const { data: found } = read;
  return (
    <>
      <CatalogHeader page="operatorCatalogue" lead={t('operatorTopUp:lead')} actions={data.state !== 'empty' && create} />
      {found && (
        <Card
          title={t('operatorTopUp:bonus.title')}
          sub={t('operatorTopUp:bonus.sub')}
          actions={
            <Button
              size="sm"
              icon={Pencil}
              onClick={() => bonus.edit({ id: String(found.version), bonus: found.bonus, version: found.version })}
            >
              {t('operatorTopUp:bonus.edit')}
            </Button>
          }
          className="mb-[18px]"
        >
          {found.bonus.length > 0 ? (
            <KeyValueList
              items={found.bonus.map(({ threshold, percent }) => ({
                key: String(threshold),
                label: t('operatorTopUp:bonus.from', { amount: short(threshold, locale) }),
                value: formatPercent(percent / 100, locale),
              }))}
            />
          ) : (
            <p className="text-ui text-text-3">{t('operatorTopUp:bonus.none')}</p>
          )}
        </Card>
      )}
      <DataTable
        label={t('operatorTopUp:gift.title')}
        data={data}
        keyOf={selectId}
        {...table}
        order={order}
        filtersLabel={t('operatorTopUp:gift.filters')}
        defaults={wholeView}
        searchLabel={t('catalogue:code.search')}
        loadFailed={t('operatorTopUp:loadFailed')}
        empty={
          <EmptyState icon={Gift} title={t('operatorTopUp:gift.empty')} description={t('operatorTopUp:gift.emptyText')} action={create} />
        }
        noMatch={{ title: t('operatorTopUp:gift.noMatch'), text: t('operatorTopUp:gift.noMatchText') }}
        status={(visible, total) =>
          visible === total
            ? t('operatorTopUp:gift.count', counted(total, locale))
            : t('operatorTopUp:gift.shownOf', { shown: formatNumber(visible, locale), total: formatNumber(total, locale) })
        }
        onRow={edit}
        nameOf={selectId}
        onExport={(csv) => saveFile('gift-codes.csv', csv, 'text/csv')}
      />
      {bonus.dialog}
      {dialog}
    </>
  );
}
