import { send } from '../../../browser/api/client.ts';
import { type ContractForm, useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import type { Locale } from '../../../lib/i18n/locales.ts';
import { LocaleRoot, useT } from '../../../lib/i18n/react.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { AuthForm } from './AuthForm.tsx';
import { type Auth, contract } from './contract.ts';
import { useFocusOnReturn, useStep } from './hooks.ts';
import { authHref } from './links.ts';
import { type ResetSent, ResetStep } from './ResetStep.tsx';

interface ForgotProps {
  locale: Locale;
  /** Where to go after signing in: a path of this site. */
  target: string;
  isDemo: boolean;
}

export default function ForgotForm(props: ForgotProps) {
  return (
    <LocaleRoot locale={props.locale}>
      <Forgot {...props} />
    </LocaleRoot>
  );
}

const schema = async () => (await contract()).auth.forgot.input;
type AddressForm = ContractForm<Auth['forgot']['input']>;

/** Requests a code; the response is the same for an address without an account. */
const requestCode = async (username: string): Promise<ResetSent> => {
  const { auth } = await contract();
  const { reset } = await send(auth.forgot, { username }, { notices: 'none' });
  return { ...reset, username, resendAt: Date.now() + reset.retryAfter * 1000 };
};

function Forgot({ target, isDemo }: ForgotProps) {
  const [sent, setSent, forget] = useStep<ResetSent>('nasim:reset');
  const form = useContractForm({ schema });
  useFocusOnReturn(sent !== null, () => form.setFocus('username'));
  return sent ? (
    <ResetStep sent={sent} onChange={setSent} resend={() => requestCode(sent.username)} onDone={forget} target={target} isDemo={isDemo} />
  ) : (
    <AddressStep form={form} target={target} onSent={setSent} />
  );
}

function AddressStep({ form, target, onSent }: { form: AddressForm; target: string; onSent: (sent: ResetSent) => void }) {
  const t = useT();
  const submit = useFormSubmit(form, async ({ username }) => onSent(await requestCode(username)));
  return (
    <AuthForm
      title={t('auth:forgot.title')}
      lead={t('auth:forgot.lead')}
      submit={submit}
      action={t('auth:forgot.submit')}
      busyAction={t('auth:forgot.busy')}
      after={
        <a className="link" href={authHref('login', target)}>
          {t('auth:forgot.back')}
        </a>
      }
    >
      <Field label={t('auth:field.email')} error={form.formState.errors.username?.message}>
        <TextInput {...form.register('username')} ltr size="lg" type="email" inputMode="email" autoComplete="username" />
      </Field>
    </AuthForm>
  );
}
