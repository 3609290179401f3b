import { useEffect } from 'react';
import { send } from '../../../browser/api/client.ts';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { passkey } from '../../../lib/contract/account/passkey.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { confirmed } from '../shared/confirmed.tsx';
import { createPasskey } from '../shared/webauthn.ts';

const schema = async () => (await import('../../../lib/contract/account/passkey.ts')).PasskeyForm;

interface AddFormProps {
  onDirty: (dirty: boolean) => void;
  onDone: () => void;
}

/** Names a passkey and has the browser create it. */
export function AddForm({ onDirty, onDone }: AddFormProps) {
  const t = useT();
  const form = useContractForm({ schema, defaultValues: { name: '' }, check: 'submit' });
  const { errors, isDirty } = form.formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const add = useWrite(passkey.add, { notices: 'form' });
  const { onSubmit, message, busy } = useFormSubmit(form, async ({ name }) => {
    const { options } = await confirmed(() => send(passkey.options, {}, { notices: 'none' }));
    const credential = await createPasskey(options, { known: 'passkey:error.known', canceled: 'passkey:cancelled' });
    await confirmed(() => add.mutateAsync({ name, credential }));
    onDone();
  });
  return (
    <form noValidate method="post" aria-label={t('passkey:addTitle')} onSubmit={onSubmit} className="grid gap-[18px]">
      <p className="text-text-2">{t('passkey:addText')}</p>
      <Field label={t('passkey:name')} help={t('passkey:nameHelp')} error={errors.name?.message}>
        <TextInput {...form.register('name')} autoComplete="off" maxLength={60} data-autofocus />
      </Field>
      {message && (
        <Banner tone="danger" live>
          {message}
        </Banner>
      )}
      <div className="flex justify-end">
        <Button kind="primary" type="submit" busy={busy} busyLabel={t('passkey:creating')}>
          {t('passkey:create')}
        </Button>
      </div>
    </form>
  );
}
