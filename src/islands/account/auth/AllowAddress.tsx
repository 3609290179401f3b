import { useState } from 'react';
import { send } from '../../../browser/api/client.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { AuthForm } from './AuthForm.tsx';
import { CodeField } from './CodeField.tsx';
import { CodeNotes } from './CodeNotes.tsx';
import { contract } from './contract.ts';
import { Emphasis, slot } from './Emphasis.tsx';
import { type Blocked, blockedBy } from './refused.ts';

const schema = async () => (await contract()).AllowAddressForm;

/** The account doesn't allow this address: the emailed code adds it, and the sign-in continues. */
export function AllowAddress({
  blocked,
  onChange,
  isDemo,
}: {
  blocked: Blocked;
  /** Another code was sent; null: back to the password. */
  onChange: (blocked: Blocked | null) => void;
  isDemo: boolean;
}) {
  const t = useT();
  const { verificationId } = blocked;
  const form = useContractForm({ schema, defaultValues: { verificationId, code: '' }, check: 'submit' });
  const [leaving, setLeaving] = useState(false);
  const submit = useFormSubmit(form, async (values) => {
    const { auth } = await contract();
    await send(auth.allowAddress, values, { notices: 'none' });
    setLeaving(true);
    await blocked.again().catch((error: unknown) => {
      setLeaving(false);
      throw error;
    });
  });
  // Another refused sign-in sends another code.
  const resend = () =>
    blocked.again().catch((error: unknown) => {
      const next = blockedBy(error);
      if (!next) throw error;
      form.setValue('verificationId', next.verificationId);
      onChange({ ...blocked, ...next });
    });
  return (
    <AuthForm
      title={t('auth:address.title')}
      lead={<Emphasis text={t('auth:code.sentTo', { address: slot(0) })} parts={[<DomainText key="to">{blocked.sentTo}</DomainText>]} />}
      notice={
        <Banner tone="warning" live>
          {blocked.message}
        </Banner>
      }
      submit={submit}
      leaving={leaving}
      action={t('auth:address.submit')}
      busyAction={t('auth:code.busy')}
      after={
        <CodeNotes resendAt={blocked.resendAt} resend={resend} onWait={(resendAt) => onChange({ ...blocked, resendAt })} isDemo={isDemo}>
          <Button size="sm" kind="ghost" onClick={() => onChange(null)}>
            {t('auth:second.back')}
          </Button>
        </CodeNotes>
      }
    >
      <CodeField form={form} name="code" />
    </AuthForm>
  );
}
