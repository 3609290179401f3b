import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { password } from '../../../lib/contract/account/password.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { PasswordField } from './PasswordField.tsx';

const schema = async () => (await import('../../../lib/contract/account/password.ts')).ConfirmForm;

/** Asks the signed-in user for their password. */
export function ConfirmForm({ onDone }: { onDone: () => void }) {
  const t = useT();
  const form = useContractForm({ schema, defaultValues: { password: '' }, check: 'submit' });
  const confirm = useWrite(password.confirm, { notices: 'form' });
  const { onSubmit, message, busy } = useFormSubmit(form, async (values) => {
    await confirm.mutateAsync(values);
    onDone();
  });
  return (
    <form noValidate method="post" aria-label={t('auth:confirm.title')} onSubmit={onSubmit} className="grid gap-[18px]">
      <p className="text-text-2">{t('auth:confirm.lead')}</p>
      <PasswordField
        label={t('auth:field.password')}
        registered={form.register('password')}
        error={form.formState.errors.password?.message}
        kind="current"
        size="md"
        autoFocus
      />
      {message && (
        <Banner tone="danger" live>
          {message}
        </Banner>
      )}
      <div className="flex justify-end">
        <Button kind="primary" type="submit" busy={busy} busyLabel={t('common:saving')}>
          {t('auth:confirm.submit')}
        </Button>
      </div>
    </form>
  );
}
