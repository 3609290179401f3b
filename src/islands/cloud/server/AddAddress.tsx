import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { server as calls } from '../../../lib/contract/cloud/server.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { toPrice } from '../../../lib/rules/cloud/price.ts';
import { type AddressKind, addressKinds, addressRate } from '../../../lib/rules/cloud/server/address.ts';
import { RuleFormShell } from '../../core/shared/RuleFormShell.tsx';
import { useRuleForm } from '../../core/shared/useRuleForm.ts';
import { Field } from '../../ui/Field.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';
import { useRates } from '../shared/useRates.ts';

const loadSchema = async () => (await import('../../../lib/contract/cloud/server.ts')).AddressForm;

/** Orders an additional address; its price is shown before. */
export function AddAddress({ serverId, ...callbacks }: EditDialogForm & { serverId: string }) {
  const t = useT();
  const locale = currentLocale();
  const rates = useRates();
  const form = useContractForm({ schema: loadSchema, defaultValues: { kind: 'ipv4' as AddressKind } });
  const add = useWrite(calls.addIp, { notices: 'form' });
  const { state } = useRuleForm(form, {
    initial: null,
    valuesOf: (kind: AddressKind) => ({ kind }),
    ...callbacks,
    save: ({ kind }) => add.mutateAsync({ serverId, kind }),
  });
  return (
    <RuleFormShell state={state} label={t('server:address.addTitle')} saveLabel={t('server:address.add')} conflict={null}>
      <p className="text-ui text-text-2">{t('server:address.addText')}</p>
      <Field label={t('server:address.kind')} group error={form.formState.errors.kind?.message}>
        <RadioCards
          value={form.watch('kind')}
          onChange={(kind) => form.setValue('kind', kind, { shouldDirty: true })}
          cards={addressKinds.map((kind) => {
            const { hourly, monthly } = toPrice(addressRate(kind, rates));
            return {
              value: kind,
              label: t(`server:fact.${kind}`),
              description: t('server:address.price', {
                hourly: formatMoney(hourly, locale, { exact: true }),
                monthly: formatMoney(monthly, locale, { exact: true }),
              }),
            };
          })}
        />
      </Field>
    </RuleFormShell>
  );
}
