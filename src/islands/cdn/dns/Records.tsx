import { useStore } from '@nanostores/react';
import { Plus, Waypoints } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { saveFile } from '../../../browser/api/saveFile.ts';
import { useLater } from '../../../browser/later.ts';
import type { DnsRecord } from '../../../lib/contract/cdn/dns.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { absolute } from '../../../lib/rules/core/dnsName.ts';
import { Button } from '../../ui/Button.tsx';
import type { DataState } from '../../ui/DataState.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useHydrated, usePhone } from '../../ui/useCompact.ts';
import { recordButtons, recordColumns, recordFilters, recordMenu, recordOrder } from './dnsColumns.tsx';
import type { RecordValues } from './dnsForm.ts';
import type { RecordFormProps } from './RecordForm.tsx';
import { useBulkActions } from './useBulkActions.tsx';
import { changeList, replaceIn, useRecordActions } from './useRecordActions.ts';
import { $warnings, useZoneWarnings } from './useZoneWarnings.ts';

/** The rules of all record types are as large as the rest of the screen. */
const loadForm = () => import('./RecordForm.tsx');
const loadSheets = () => import('./PhoneRecords.tsx');

interface RecordsProps {
  zone: string;
  /** Until it is known, nothing can be added or edited. */
  domain: Domain | undefined;
  data: DataState<readonly DnsRecord[]>;
  /** The domain's setting for new records. */
  startsProxied: boolean | undefined;
  adding: boolean;
  onAdding: (adding: boolean) => void;
  /** Called when several zone file lines are pasted into the form. */
  onLines: (text: string) => void;
}

const wholeView = { q: '', type: '', proxy: '', warned: '', filter: '', sort: 'type', dir: 'asc' };
const selectId = ({ id }: DnsRecord) => id;
const none: readonly DnsRecord[] = [];

/** The list of records, with the form inline, or on a phone above it. */
export function Records({ zone, domain, data, startsProxied, adding, onAdding, onLines }: RecordsProps) {
  const t = useT();
  const locale = currentLocale();
  const phone = usePhone();
  const isHydrated = useHydrated();
  const records = data.state === 'data' ? data.data : none;

  const [editing, setEditing] = useState<DnsRecord | null>(null);
  const [opened, setOpened] = useState<string | null>(null);
  const nextType = useRef<DnsRecord['type']>('A');
  const addDraft = useRef<RecordValues | null>(null);
  const editDraft = useRef<RecordValues | null>(null);
  const { setProxy, deleteRecord } = useRecordActions(domain);
  const actions = useMemo(
    () => ({
      setProxy,
      deleteRecord,
      edit(record: DnsRecord) {
        editDraft.current = null;
        setEditing(record);
      },
      open: (record: DnsRecord) => setOpened(record.id),
    }),
    [setProxy, deleteRecord],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language is another `t`, and its texts are in there
  const table = useMemo(
    () => ({
      columns: recordColumns({ zone, phone: isHydrated ? phone : null }, actions),
      menu: recordMenu(zone, actions),
      actions: recordButtons(zone, actions),
      onRow: phone ? actions.open : undefined,
      nameOf: ({ name, type }: DnsRecord) => `${absolute(name, zone)} ${type}`,
    }),
    [zone, phone, isHydrated, actions, t],
  );
  useZoneWarnings(records, zone);
  const warnings = useStore($warnings);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const filters = useMemo(() => recordFilters(warnings, zone), [warnings, zone, t]);
  const { bulk, dialog } = useBulkActions(domain?.id ?? '', zone);

  const cancelAdding = () => {
    onAdding(false);
    setEditing(null);
    setOpened(null);
  };
  const isForm = adding || editing !== null;
  const form = useLater(loadForm, isForm, cancelAdding);
  // A failed load of the form is reported once.
  const sheets = useLater(loadSheets, phone && (opened !== null || (isForm && form !== null)), cancelAdding, phone);
  const draw = (props: RecordFormProps) =>
    form ? <form.default key={props.record?.id} {...props} /> : <Skeleton label={t('common:loading')} rows={3} />;
  const addForm = domain && {
    domain,
    records,
    type: nextType.current,
    startsProxied,
    draft: addDraft,
    onLines,
    onCancel: () => onAdding(false),
    onSaved(record: DnsRecord) {
      nextType.current = record.type;
      changeList(domain.id, (list) => [...list, record]);
      onAdding(false);
    },
  };
  const editForm = editing &&
    domain && {
      domain,
      records,
      record: editing,
      draft: editDraft,
      onCancel: () => setEditing(null),
      onSaved(record: DnsRecord) {
        changeList(domain.id, replaceIn(record));
        setEditing(null);
      },
    };
  return (
    <>
      <DataTable
        label={t('dns:title')}
        data={data}
        keyOf={selectId}
        {...table}
        filters={filters}
        order={recordOrder}
        filtersLabel={t('dns:filter.types')}
        defaults={wholeView}
        searchLabel={t('dns:search')}
        loadFailed={t('dns:loadFailed')}
        empty={<NoRecords zone={zone} onAdd={() => onAdding(true)} />}
        noMatch={{ title: t('dns:noMatch'), text: t('dns:noMatchText') }}
        status={(visible, total) =>
          visible === total
            ? t('dns:count', counted(total, locale))
            : t('dns:shownOf', { shown: formatNumber(visible, locale), total: formatNumber(total, locale) })
        }
        bulk={bulk}
        onExport={(csv) => saveFile(`${zone}.csv`, csv, 'text/csv')}
        add={adding && !phone && addForm && draw(addForm)}
        editing={editForm && !phone ? { key: editForm.record.id, form: draw(editForm) } : null}
      />
      {dialog}
      {phone && sheets && (
        <sheets.default
          zone={zone}
          actions={actions}
          opened={records.find(({ id }) => id === opened) ?? null}
          onClose={() => setOpened(null)}
          adding={adding}
          add={addForm ?? null}
          edit={editForm ?? null}
          draw={draw}
        />
      )}
    </>
  );
}

function NoRecords({ zone, onAdd }: { zone: string; onAdd: () => void }) {
  const t = useT();
  return (
    <EmptyState
      icon={Waypoints}
      title={t('dns:empty.title')}
      description={t('dns:empty.text')}
      action={
        <Button kind="primary" icon={Plus} onClick={onAdd}>
          {t('dns:add')}
        </Button>
      }
      link={
        <a className="link" href={href('zoneFile', { domain: zone })}>
          {t('dns:empty.import')}
        </a>
      }
    />
  );
}
