import { useEffect } from 'react';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { passkey } from '../../../lib/contract/account/passkey.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';

const schema = async () => (await import('../../../lib/contract/account/passkey.ts')).PasskeyForm;

interface NameFormProps {
  passkeyId: string;
  name: string;
  onDirty: (dirty: boolean) => void;
  onDone: () => void;
}

/** Another name for a passkey. */
export function NameForm({ passkeyId, name, onDirty, onDone }: NameFormProps) {
  const t = useT();
  const form = useContractForm({ schema, defaultValues: { name }, check: 'submit' });
  const { errors, isDirty } = form.formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const rename = useWrite(passkey.rename, { notices: 'form' });
  const { onSubmit, message, busy } = useFormSubmit(form, async (values) => {
    await rename.mutateAsync({ passkeyId, ...values });
    onDone();
  });
  return (
    <form noValidate method="post" aria-label={t('passkey:renameTitle')} onSubmit={onSubmit} className="grid gap-[18px]">
      <Field label={t('passkey:name')} error={errors.name?.message}>
        <TextInput {...form.register('name')} autoComplete="off" maxLength={60} data-autofocus />
      </Field>
      {message && (
        <Banner tone="danger" live>
          {message}
        </Banner>
      )}
      <div className="flex justify-end">
        <Button kind="primary" type="submit" busy={busy} busyLabel={t('common:saving')}>
          {t('passkey:save')}
        </Button>
      </div>
    </form>
  );
}
