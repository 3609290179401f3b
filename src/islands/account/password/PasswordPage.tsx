import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { useUnsavedGuard } from '../../../browser/forms/useUnsavedGuard.ts';
import { password } from '../../../lib/contract/account/password.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Card } from '../../ui/Card.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { AccountPage } from '../shared/AccountPage.tsx';
import { NewPasswordField } from '../shared/NewPasswordField.tsx';
import { PasswordField } from '../shared/PasswordField.tsx';

const schema = async () => (await import('../../../lib/contract/account/password.ts')).ChangePasswordForm;
const nothing = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** Changes the password, which ends all other sessions. */
export default function PasswordPage() {
  const t = useT();
  const notes = ['sessions', 'trust', 'keys', 'mail'] as const;
  return (
    <AccountPage
      route="password"
      title={t('password:title')}
      lead={t('password:lead')}
      data={{ state: 'data', data: null }}
      loadFailed=""
      aside={() => (
        <Card title={t('password:after.title')}>
          <ul className="grid list-disc gap-1.5 ps-5 text-help text-text-2">
            {notes.map((note) => (
              <li key={note}>{t(`password:after.${note}`)}</li>
            ))}
          </ul>
        </Card>
      )}
    >
      {() => <PasswordForm />}
    </AccountPage>
  );
}

function PasswordForm() {
  const t = useT();
  const form = useContractForm({ schema, defaultValues: nothing });
  const { errors } = form.formState;
  const values = form.watch();
  useUnsavedGuard(Object.values(values).some((value) => value !== ''));
  const change = useWrite(password.change, { notices: 'form' });
  const { onSubmit, message, faults, busy } = useFormSubmit(form, async ({ currentPassword, newPassword }) => {
    await change.mutateAsync({ currentPassword, newPassword });
    form.reset(nothing);
  });
  return (
    // `post`: a submit before the script is loaded must not put a password into the address.
    <form noValidate method="post" aria-label={t('password:form')} onSubmit={onSubmit} className="grid gap-[18px]">
      <Card title={t('password:form')} line>
        <div className="grid max-w-[420px] gap-5">
          <PasswordField
            label={t('password:current')}
            registered={form.register('currentPassword')}
            error={errors.currentPassword?.message}
            kind="current"
            size="md"
            end={
              <a className="link text-help" href="/public/forgot-password">
                {t('password:forgot')}
              </a>
            }
          />
          <NewPasswordField
            label={t('password:new')}
            registered={form.register('newPassword')}
            error={errors.newPassword?.message}
            value={values.newPassword}
            size="md"
          />
          <PasswordField
            label={t('password:confirm')}
            registered={form.register('confirmPassword')}
            error={errors.confirmPassword?.message}
            kind="new"
            size="md"
          />
        </div>
      </Card>
      <SaveBar faults={faults} message={message} note={false} busy={busy} saveLabel={t('password:form')} />
    </form>
  );
}
