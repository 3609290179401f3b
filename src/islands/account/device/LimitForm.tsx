import { useEffect } from 'react';
import { Controller } from 'react-hook-form';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { device } from '../../../lib/contract/account/device.ts';
import type { Output } from '../../../lib/contract/call.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { NumberInput } from '../../ui/NumberInput.tsx';

const schema = async () => (await import('../../../lib/contract/account/device.ts')).SessionLimitForm;

interface LimitFormProps {
  limit: Output<typeof device.limit>['sessionLimit'];
  onDirty: (dirty: boolean) => void;
  onDone: () => void;
}

/** The two limits on sessions. */
export function LimitForm({ limit, onDirty, onDone }: LimitFormProps) {
  const t = useT();
  const form = useContractForm({ schema, defaultValues: { perAccount: limit.perAccount, perIp: limit.perIp } });
  const { errors, isDirty } = form.formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const save = useWrite(device.setLimit, { notices: 'form' });
  const { onSubmit, message, busy } = useFormSubmit(form, async (values) => {
    await save.mutateAsync(values);
    onDone();
  });
  return (
    <form noValidate method="post" aria-label={t('device:limit.change')} onSubmit={onSubmit} className="grid gap-5">
      {(['perAccount', 'perIp'] as const).map((name) => (
        <Field key={name} label={t(`device:limit.${name}`)} help={t(`device:limit.${name}Help`)} error={errors[name]?.message}>
          <Controller
            control={form.control}
            name={name}
            render={({ field }) => (
              <NumberInput
                value={field.value as number | null} // empty while it is typed
                onChange={field.onChange}
                onBlur={field.onBlur}
                min={1}
                max={limit.max}
                decreaseLabel={t('device:limit.decrease')}
                increaseLabel={t('device:limit.increase')}
              />
            )}
          />
        </Field>
      ))}
      {message && (
        <Banner tone="danger" live>
          {message}
        </Banner>
      )}
      <div className="flex justify-end">
        <Button kind="primary" type="submit" busy={busy} busyLabel={t('common:saving')}>
          {t('device:limit.save')}
        </Button>
      </div>
    </form>
  );
}
