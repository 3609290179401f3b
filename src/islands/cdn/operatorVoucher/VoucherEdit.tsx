import { Controller } from 'react-hook-form';
import { useWrite } from '../../../lib/api/query.ts';
import { operatorVoucher } from '../../../lib/contract/cdn/operatorVoucher.ts';
import { useContractForm } from '../../../lib/forms/useContractForm.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { CatalogueForm } from '../../core/shared/CatalogueForm.tsx';
import { CodeLimits } from '../../core/shared/CodeLimits.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';
import { type Voucher, worthText } from './voucher.ts';

const schema = async () => (await import('../../../lib/contract/cdn/operatorVoucher.ts')).VoucherEdit;
const names = { maxUses: 'maxUses', expiresAt: 'expiresAt' } as const;

/** A voucher: its limits, and whether it works. */
export function VoucherEditForm({ voucher, ...dialog }: EditDialogForm & { voucher: Voucher }) {
  const t = useT();
  const { code, maxUses, expiresAt, enabled, version } = voucher;
  const form = useContractForm({ schema, defaultValues: { maxUses, expiresAt, enabled }, check: 'submit' });
  const update = useWrite(operatorVoucher.update, { notices: 'form' });
  return (
    <CatalogueForm
      form={form}
      label={t('operatorVoucher:edit')}
      send={(values, dryRun) => update.mutateAsync({ code, ...values, version, dryRun })}
      group="operatorVoucher"
      saved={t('operatorVoucher:saved')}
      {...dialog}
    >
      <p className="text-ui text-text-2">
        <b className="mono font-semibold text-text">
          <bdi>{code}</bdi>
        </b>
        {' · '}
        <bdi>{worthText(voucher)}</bdi>
      </p>
      <CodeLimits control={form.control} names={names} errors={form.formState.errors} />
      <Controller
        control={form.control}
        name="enabled"
        render={({ field }) => (
          <Checkbox
            label={t('catalogue:code.field.enabledLabel')}
            checked={field.value}
            onChange={({ target }) => field.onChange(target.checked)}
          />
        )}
      />
    </CatalogueForm>
  );
}
