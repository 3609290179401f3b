import type { ReactNode } from 'react';
import type { DnsRecord } from '../../../lib/contract/cdn/dns.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import type { RowActions } from './dnsColumns.tsx';
import { FormDialog } from './FormDialog.tsx';
import type { RecordFormProps } from './RecordForm.tsx';
import { RecordSheet } from './RecordSheet.tsx';

type Form = Omit<RecordFormProps, 'onDirty'>;
interface PhoneRecordsProps {
  zone: string;
  actions: RowActions;
  /** The record whose sheet is open. */
  opened: DnsRecord | null;
  onClose: () => void;
  adding: boolean;
  /** The initial values of a new record; retained while its sheet closes. */
  add: Form | null;
  /** The record being edited. */
  edit: Form | null;
  draw: (props: RecordFormProps) => ReactNode;
}

/** The overlays of the list on a phone. In a separate script that larger screens don't load. */
export default function PhoneRecords({ zone, actions, opened, onClose, adding, add, edit, draw }: PhoneRecordsProps) {
  const t = useT();
  return (
    <>
      <RecordSheet record={opened} zone={zone} actions={actions} onClose={onClose} />
      <FormDialog open={adding} title={t('dns:add')} form={add} draw={draw} />
      <FormDialog open={edit !== null} title={t('dns:edit.title')} form={edit} draw={draw} />
    </>
  );
}
