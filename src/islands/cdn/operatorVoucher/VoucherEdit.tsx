import { useRead, useWrite } from '../../../browser/api/query.ts';
import { operatorVoucher } from '../../../lib/contract/cdn/operatorVoucher.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { CodeEditForm } from '../../core/shared/CodeEdit.tsx';
import { CodeUses } from '../../core/shared/CodeUses.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';
import { type Voucher, worthText } from './voucher.ts';

/** A voucher: its limits, whether it works, and who used it for which domain. */
export function VoucherEdit({ voucher, ...dialog }: EditDialogForm & { voucher: Voucher }) {
  const t = useT();
  const { code, version } = voucher;
  const update = useWrite(operatorVoucher.update, { notices: 'form' });
  return (
    <CodeEditForm
      item={voucher}
      worth={worthText(voucher)}
      label={t('operatorVoucher:edit')}
      send={(values, dryRun) => update.mutateAsync({ code, ...values, version, dryRun })}
      group="operatorVoucher"
      saved={t('operatorVoucher:saved')}
      uses={<VoucherUses code={code} />}
      {...dialog}
    />
  );
}

function VoucherUses({ code }: { code: string }) {
  const t = useT();
  const { data, error } = useRead(operatorVoucher.uses, { code });
  return (
    <CodeUses
      data={data}
      error={error}
      detail={({ domain }) =>
        domain === null ? (
          <span className="text-text-3">{t('operatorVoucher:deletedDomain')}</span>
        ) : (
          <bdi dir="ltr" className="min-w-0 text-text [overflow-wrap:anywhere]">
            {domain}
          </bdi>
        )
      }
    />
  );
}
