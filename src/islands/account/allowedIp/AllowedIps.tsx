import { Network, Plus } from 'lucide-react';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { useRead, useWrite } from '../../../browser/api/query.ts';
import { saveFile } from '../../../browser/api/saveFile.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { type AllowedIp, allowedIp } from '../../../lib/contract/account/allowedIp.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath } from '../../../lib/routes/index.ts';
import { Button } from '../../ui/Button.tsx';
import type { DataState } from '../../ui/DataState.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { EditDialog } from '../../ui/EditDialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { confirmed } from '../shared/confirmed.tsx';
import { toDataState } from '../shared/dataState.ts';
import { addressColumns, addressMenu } from './columns.tsx';
import { RestrictionCard } from './RestrictionCard.tsx';

const AddressForm = lazy(async () => ({ default: (await import('./AddressForm.tsx')).AddressForm }));

const wholeView = { q: '', sort: 'added', dir: 'desc' };
const order = ['added'];
const selectId = ({ id }: AllowedIp) => id;
const selectName = ({ ip }: AllowedIp) => ip;

/** The addresses that can use the account. */
export default function AllowedIps() {
  const t = useT();
  const locale = currentLocale();
  const read = useRead(allowedIp.list, {});
  const remove = useWrite(allowedIp.remove, { notices: 'form' });
  /** The initial address of the form; null: closed. */
  const [form, setForm] = useState<{ isOpen: boolean; ip: string } | null>(null);
  const confirmRemoval = useRef((item: AllowedIp) => {
    openDialog({
      kind: 'confirm',
      title: t('allowedIp:remove.title', { ip: item.ip }),
      description: t('allowedIp:remove.text'),
      action: t('allowedIp:remove.action'),
      run: () => confirmed(() => remove.mutateAsync({ allowedIpId: item.id })),
    });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language is another function
  const table = useMemo(() => ({ columns: addressColumns(), menu: addressMenu(confirmRemoval) }), [t]);
  const state = toDataState(read);
  const items = read.data?.allowedIps.items ?? [];
  const data: DataState<readonly AllowedIp[]> =
    state.state === 'data' ? (items.length > 0 ? { state: 'data', data: items } : { state: 'empty' }) : state;
  const limit = read.data?.allowedIps.limit ?? 0;
  const isFull = read.data !== undefined && items.length >= limit;
  const open = (ip = '') => setForm({ isOpen: true, ip });
  const add = (
    <Button
      kind="primary"
      icon={Plus}
      onClick={() => open()}
      disabled={isFull}
      reason={isFull ? t('allowedIp:error.limit', { max: formatNumber(limit, locale) }) : undefined}
    >
      {t('allowedIp:add')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('allowedIp:title')}
        description={t('allowedIp:lead')}
        docs={{ href: guidePath('allowedIps', locale), label: t('common:help') }}
        actions={data.state === 'data' && add}
      />
      {read.data && <RestrictionCard state={read.data.allowedIps} onAdd={open} />}
      <DataTable
        {...table}
        label={t('allowedIp:title')}
        data={data}
        keyOf={selectId}
        order={order}
        defaults={wholeView}
        nameOf={selectName}
        searchLabel={t('allowedIp:search')}
        loadFailed={t('allowedIp:loadFailed')}
        empty={<EmptyState icon={Network} title={t('allowedIp:empty.title')} description={t('allowedIp:empty.text')} action={add} />}
        noMatch={{ title: t('allowedIp:noMatch'), text: t('allowedIp:noMatchText') }}
        status={(visible, total) =>
          visible === total
            ? t('allowedIp:count', counted(total, locale))
            : `${formatNumber(visible, locale)} / ${t('allowedIp:count', counted(total, locale))}`
        }
        onExport={(csv) => saveFile('allowed-ips.csv', csv, 'text/csv')}
      />
      {form && (
        <EditDialog key={form.ip} open={form.isOpen} onClose={() => setForm({ ...form, isOpen: false })} title={t('allowedIp:addTitle')}>
          {({ onDirty, onDone }) => (
            <Suspense>
              <AddressForm ip={form.ip} onDirty={onDirty} onDone={onDone} />
            </Suspense>
          )}
        </EditDialog>
      )}
    </>
  );
}
