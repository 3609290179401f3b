import { send } from '../../../browser/api/client.ts';
import { stale } from '../../../browser/api/query.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { type Invoice, invoice } from '../../../lib/contract/finance/invoice.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { currentLocale, t } from '../../../lib/i18n/react.tsx';

/** Cancels a proforma invoice after confirmation. */
export function confirmCancel({ id, number, total }: Invoice, onCanceled?: () => void): void {
  openDialog({
    kind: 'confirm',
    title: t('invoice:cancel.title', { number: number ?? '' }),
    description: t('invoice:cancel.text', { amount: formatMoney(total, currentLocale(), { exact: true }) }),
    action: t('invoice:cancel.action'),
    async run() {
      await send(invoice.cancelProforma, { invoiceId: id });
      stale(invoice.cancelProforma);
      onCanceled?.();
    },
  });
}
