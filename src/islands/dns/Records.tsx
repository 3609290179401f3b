import { Plus, Waypoints } from 'lucide-react';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { useAddress } from '../../lib/address.ts';
import type { DnsRecord } from '../../lib/contract/dns.ts';
import type { Domain } from '../../lib/contract/domain.ts';
import { formatNumber } from '../../lib/format/number.ts';
import { counted } from '../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../lib/i18n/react.tsx';
import { href } from '../../lib/routes.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { EmptyState, NoResults } from '../ui/EmptyState.tsx';
import { usePhone } from '../ui/useCompact.ts';
import type { RecordValues } from './form.ts';
import { RecordFilters } from './RecordFilters.tsx';
import { RecordForm } from './RecordForm.tsx';
import { RecordSheet } from './RecordSheet.tsx';
import { RecordTable } from './RecordTable.tsx';
import { changeList, replaceIn, useRecordActions } from './useRecordActions.ts';
import { isNarrowed, narrowed, prepare, sorted, wholeView } from './view.ts';

interface RecordsProps {
  domain: Domain;
  records: readonly DnsRecord[];
  adding: boolean;
  onAdding: (adding: boolean) => void;
}

/** Filters, the inline form, the table. */
export function Records({ domain, records, adding, onAdding }: RecordsProps) {
  const t = useT();
  const locale = currentLocale();
  const phone = usePhone();
  const zone = domain.name;
  const [view, setView] = useAddress(wholeView);
  const { type, proxy, sort, dir } = view;
  // The field answers each key at once; the table follows when there is time.
  const q = useDeferredValue(view.q);
  const ordered = useMemo(() => sorted(prepare(records, zone), { sort, dir }), [records, zone, sort, dir]);
  const shown = useMemo(() => narrowed(ordered, { q, type, proxy }), [ordered, q, type, proxy]);

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

  const addForm = {
    domain,
    records,
    type: nextType.current,
    draft: addDraft,
    onCancel: () => onAdding(false),
    onSaved(record: DnsRecord) {
      nextType.current = record.type;
      changeList(domain.id, (list) => [...list, record]);
      onAdding(false);
    },
  };
  const editForm = editing && {
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
  const table = (
    <RecordTable
      rows={shown.rows}
      zone={zone}
      view={view}
      onSort={setView}
      actions={actions}
      phone={phone}
      editing={editForm && !phone ? { id: editForm.record.id, form: <RecordForm key={editForm.record.id} {...editForm} /> } : null}
    />
  );
  return (
    <>
      {records.length > 0 && <RecordFilters view={view} shown={shown} onChange={setView} phone={phone} />}
      <Card flush>
        {adding && !phone && (
          <div className="rounded-t-lg border-b border-border bg-surface-2 p-[18px]">
            <RecordForm {...addForm} />
          </div>
        )}
        {records.length === 0 ? (
          !adding && (
            <EmptyState
              icon={Waypoints}
              title={t('dns:empty.title')}
              description={t('dns:empty.text')}
              action={
                <Button kind="primary" icon={Plus} onClick={() => onAdding(true)}>
                  {t('dns:add')}
                </Button>
              }
              link={
                <a className="link" href={href('zoneFile', { domain: zone })}>
                  {t('dns:empty.import')}
                </a>
              }
            />
          )
        ) : shown.rows.length > 0 ? (
          table
        ) : (
          <NoResults
            title={t('dns:noMatch')}
            description={t('dns:noMatchText')}
            action={<Button onClick={() => setView({ q: '', type: '', proxy: '' })}>{t('dns:clearFilters')}</Button>}
          />
        )}
      </Card>
      {records.length > 0 && (
        <p role="status" className="mt-3 text-caption text-text-3">
          {isNarrowed(view)
            ? t('dns:shownOf', { shown: formatNumber(shown.rows.length, locale), total: formatNumber(records.length, locale) })
            : t('dns:count', counted(records.length, locale))}
        </p>
      )}
      {phone && (
        <>
          <RecordSheet
            record={records.find(({ id }) => id === opened) ?? null}
            zone={zone}
            actions={actions}
            onClose={() => setOpened(null)}
          />
          <FormDialog open={adding} title={t('dns:add')} form={addForm} />
          <FormDialog open={editForm !== null} title={t('dns:edit.title')} form={editForm} />
        </>
      )}
    </>
  );
}

/** The form on a phone: a sheet that asks before it throws away what was typed. */
function FormDialog({
  open,
  title,
  form,
}: {
  open: boolean;
  title: string;
  form: Omit<Parameters<typeof RecordForm>[0], 'onDirty'> | null;
}) {
  const t = useT();
  const [dirty, setDirty] = useState(false);
  const close = () => {
    if (form) form.draft.current = null;
    form?.onCancel();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      closeLabel={t('common:close')}
      dirty={dirty}
      discard={(keep, leave) => (
        <>
          <span className="me-auto">{t('dns:edit.discardQuestion')}</span>
          <Button onClick={keep}>{t('dns:edit.keepWriting')}</Button>
          <Button kind="soft-danger" onClick={leave}>
            {t('dns:edit.discard')}
          </Button>
        </>
      )}
    >
      {form && <RecordForm {...form} onDirty={setDirty} />}
    </Dialog>
  );
}
