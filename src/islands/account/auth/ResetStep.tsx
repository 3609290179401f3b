import { send } from '../../../browser/api/client.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { navigate } from '../../../browser/navigate.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { NewPasswordField } from '../shared/NewPasswordField.tsx';
import { PasswordField } from '../shared/PasswordField.tsx';
import { AuthForm } from './AuthForm.tsx';
import { CodeField } from './CodeField.tsx';
import { CodeNotes } from './CodeNotes.tsx';
import { contract } from './contract.ts';
import { Emphasis, slot } from './Emphasis.tsx';
import { authHref } from './links.ts';

/** The sent code, as stored in this tab. */
export interface ResetSent {
  resetId: string;
  username: string;
  /** Masked. */
  sentTo: string;
  expiresAt: string;
  /** Epoch milliseconds. */
  resendAt: number;
}

interface ResetStepProps {
  sent: ResetSent;
  onChange: (sent: ResetSent | null) => void;
  resend: () => Promise<ResetSent>;
  onDone: () => void;
  target: string;
  isDemo: boolean;
}

const schema = async () => (await contract()).ResetForm;

/** The code and the new password. The confirmation isn't sent. */
export function ResetStep({ sent, onChange, resend, onDone, target, isDemo }: ResetStepProps) {
  const t = useT();
  const form = useContractForm({ schema, defaultValues: { code: '', newPassword: '', confirmPassword: '' } });
  const { errors } = form.formState;
  const submit = useFormSubmit(form, async ({ code, newPassword }) => {
    const { auth } = await contract();
    await send(auth.reset, { resetId: sent.resetId, code, newPassword }, { notices: 'none' });
    onDone();
    navigate.leave(authHref('login', target, { reset: '1' }));
  });
  return (
    <AuthForm
      title={t('auth:forgot.title')}
      lead={<Emphasis text={t('auth:code.sentTo', { address: slot(0) })} parts={[<DomainText key="to">{sent.sentTo}</DomainText>]} />}
      submit={submit}
      leaving={form.formState.isSubmitSuccessful}
      action={t('auth:forgot.save')}
      busyAction={t('auth:forgot.saving')}
      after={
        <CodeNotes
          resendAt={sent.resendAt}
          resend={async () => onChange(await resend())}
          onWait={(resendAt) => onChange({ ...sent, resendAt })}
          isDemo={isDemo}
        >
          <Button size="sm" kind="ghost" onClick={() => onChange(null)}>
            {t('auth:code.change')}
          </Button>
        </CodeNotes>
      }
    >
      {/* Tells the password manager the account of this password. */}
      <input type="email" name="username" autoComplete="username" value={sent.username} readOnly hidden />
      <CodeField form={form} name="code" />
      <NewPasswordField
        label={t('auth:field.newPassword')}
        registered={form.register('newPassword')}
        error={errors.newPassword?.message}
        value={form.watch('newPassword')}
      />
      <PasswordField
        label={t('auth:field.confirmPassword')}
        registered={form.register('confirmPassword')}
        error={errors.confirmPassword?.message}
        kind="new"
      />
    </AuthForm>
  );
}
