import { Ellipsis, FileDown, FileSpreadsheet, Printer, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { InvoiceDetail } from '../../../lib/contract/finance/invoice.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { downloadInvoice } from './download.ts';
import { invoiceName } from './invoiceText.ts';

interface InvoiceActionsProps {
  detail: InvoiceDetail;
  /** Undefined: this invoice can't be cancelled. */
  onCancel: (() => void) | undefined;
}

/** The invoice as a PDF; print, CSV and cancelling in a menu beside it. */
export function InvoiceActions({ detail, onCancel }: InvoiceActionsProps) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const pdf = async () => {
    setBusy(true);
    await downloadInvoice(detail, 'pdf');
    setBusy(false);
  };
  const label = t('invoice:menu.label', { number: invoiceName(t, detail) });
  return (
    <>
      <Menu
        label={label}
        closeLabel={t('common:close')}
        align="end"
        items={[
          { key: 'print', label: t('invoice:detail.printAction'), icon: Printer, onSelect: () => print() },
          { key: 'csv', label: t('invoice:menu.csv'), icon: FileSpreadsheet, onSelect: () => void downloadInvoice(detail, 'csv') },
          ...(onCancel
            ? [{ key: 'cancel', label: t('invoice:menu.cancel'), icon: Trash2, danger: true, group: true as const, onSelect: onCancel }]
            : []),
        ]}
        trigger={(trigger) => <IconButton icon={Ellipsis} label={label} {...trigger} />}
      />
      <Button icon={FileDown} busy={busy} busyLabel={t('invoice:zip.busy')} onClick={() => void pdf()}>
        {t('invoice:menu.pdf')}
      </Button>
    </>
  );
}
