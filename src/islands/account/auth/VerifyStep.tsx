import { send } from '../../../browser/api/client.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { iso } from '../../../lib/time.ts';
import { Button } from '../../ui/Button.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { AuthForm } from './AuthForm.tsx';
import { CodeField } from './CodeField.tsx';
import { CodeNotes } from './CodeNotes.tsx';
import { contract } from './contract.ts';
import { Emphasis, slot } from './Emphasis.tsx';
import { finishSignIn } from './signIn.ts';

/** A sent code. It survives a reload of the page; the password doesn't. */
export interface Sent {
  verificationId: string;
  /** Masked. */
  sentTo: string;
  expiresAt: string;
  /** Epoch milliseconds. */
  resendAt: number;
}

const schema = async () => (await contract()).auth.registerVerify.input;

/** Verifies the address and signs in. */
export function VerifyStep({
  sent,
  onChange,
  onDone,
  isDemo,
}: {
  sent: Sent;
  onChange: (sent: Sent | null) => void;
  onDone: () => void;
  isDemo: boolean;
}) {
  const t = useT();
  const { verificationId } = sent;
  const form = useContractForm({ schema, defaultValues: { verificationId, code: '' }, check: 'submit' });
  const submit = useFormSubmit(form, async (values) => {
    const { auth } = await contract();
    await finishSignIn(await send(auth.registerVerify, values, { notices: 'none' }));
    onDone();
  });
  const resend = async () => {
    const { auth } = await contract();
    const { retryAfter } = await send(auth.registerResend, { verificationId }, { notices: 'none' });
    onChange({ ...sent, expiresAt: iso(Date.now() + 10 * 60_000), resendAt: Date.now() + retryAfter * 1000 });
  };
  return (
    <AuthForm
      title={t('auth:code.title')}
      lead={<Emphasis text={t('auth:code.sentTo', { address: slot(0) })} parts={[<DomainText key="to">{sent.sentTo}</DomainText>]} />}
      submit={submit}
      leaving={form.formState.isSubmitSuccessful}
      action={t('auth:code.submit')}
      busyAction={t('auth:code.busy')}
      after={
        <CodeNotes resendAt={sent.resendAt} resend={resend} onWait={(resendAt) => onChange({ ...sent, resendAt })} isDemo={isDemo}>
          <Button size="sm" kind="ghost" onClick={() => onChange(null)}>
            {t('auth:code.change')}
          </Button>
        </CodeNotes>
      }
    >
      <CodeField form={form} name="code" onComplete={() => void submit.onSubmit()} />
    </AuthForm>
  );
}
