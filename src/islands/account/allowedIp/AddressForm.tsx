import { useEffect } from 'react';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { allowedIp } from '../../../lib/contract/account/allowedIp.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { networkNotice } from '../../../lib/rules/core/network.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { confirmed } from '../shared/confirmed.tsx';

const schema = async () => (await import('../../../lib/contract/account/allowedIp.ts')).AllowedIpForm;

interface AddressFormProps {
  /** The initial value. */
  ip: string;
  onDirty: (dirty: boolean) => void;
  onDone: () => void;
}

/** An address or a network, with a description. */
export function AddressForm({ ip, onDirty, onDone }: AddressFormProps) {
  const t = useT();
  const form = useContractForm({ schema, defaultValues: { ip, description: '' } });
  const { errors, isDirty } = form.formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const add = useWrite(allowedIp.add, { notices: 'form' });
  const notice = networkNotice(form.watch('ip'), true);
  const { onSubmit, message, busy } = useFormSubmit(form, async (values) => {
    await confirmed(() => add.mutateAsync(values));
    onDone();
  });
  return (
    <form noValidate method="post" aria-label={t('allowedIp:addTitle')} onSubmit={onSubmit} className="grid gap-5">
      <Field
        label={t('allowedIp:field.ip')}
        error={errors.ip?.message}
        help={t('allowedIp:field.ipHelp')}
        warning={notice && t(notice.key, notice.params)}
      >
        <TextInput {...form.register('ip')} ltr mono autoComplete="off" placeholder="198.51.100.0/24" data-autofocus />
      </Field>
      <Field label={t('allowedIp:field.description')} optional={t('common:optional')} error={errors.description?.message}>
        <TextInput {...form.register('description')} autoComplete="off" placeholder={t('allowedIp:field.placeholder')} />
      </Field>
      {message && (
        <Banner tone="danger" live>
          {message}
        </Banner>
      )}
      <div className="flex justify-end">
        <Button kind="primary" type="submit" busy={busy} busyLabel={t('common:saving')}>
          {t('allowedIp:add')}
        </Button>
      </div>
    </form>
  );
}
