import { send } from '../../../browser/api/client.ts';
import { type ContractForm, useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import type { RegisterForm as Registration } from '../../../lib/contract/account/auth.ts';
import type { Locale } from '../../../lib/i18n/locales.ts';
import { LocaleRoot, useT } from '../../../lib/i18n/react.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { NewPasswordField } from '../shared/NewPasswordField.tsx';
import { AuthForm } from './AuthForm.tsx';
import { contract } from './contract.ts';
import { useFocusOnReturn, useGoOn, useHydrated, useStep } from './hooks.ts';
import { authHref } from './links.ts';
import { Terms } from './Terms.tsx';
import { type Sent, VerifyStep } from './VerifyStep.tsx';

interface RegisterProps {
  locale: Locale;
  /** Where to go afterward: a path of this site. */
  target: string;
  isDemo: boolean;
}

const schema = async () => (await contract()).RegisterForm;

export default function RegisterForm(props: RegisterProps) {
  return (
    <LocaleRoot locale={props.locale}>
      <Register {...props} />
    </LocaleRoot>
  );
}

/** Two steps: the account, then the code that verifies the address. Going back keeps the input. */
function Register({ target, isDemo }: RegisterProps) {
  useGoOn(target);
  const [sent, setSent, forget] = useStep<Sent>('nasim:register');
  const form = useContractForm({ schema, defaultValues: { accountType: 'personal' } });
  useFocusOnReturn(sent !== null, () => form.setFocus('email'));
  return sent ? (
    <VerifyStep sent={sent} onChange={setSent} onDone={forget} isDemo={isDemo} />
  ) : (
    <Account form={form} target={target} onSent={setSent} />
  );
}

type AccountForm = ContractForm<typeof Registration>;

function Account({ form, target, onSent }: { form: AccountForm; target: string; onSent: (sent: Sent) => void }) {
  const t = useT();
  const { errors } = form.formState;
  const hydrated = useHydrated();
  const submit = useFormSubmit(form, async (values) => {
    const { auth } = await contract();
    const { verification } = await send(auth.register, values, { notices: 'none' });
    onSent({ ...verification, resendAt: Date.now() + verification.retryAfter * 1000 });
  });
  return (
    <AuthForm
      title={t('auth:register.title')}
      lead={
        <>
          {t('auth:register.known')}{' '}
          <a className="link" href={authHref('login', target)}>
            {t('auth:register.signIn')}
          </a>
        </>
      }
      submit={submit}
      action={t('auth:register.submit')}
      busyAction={t('auth:register.busy')}
    >
      <Field label={t('auth:field.email')} error={errors.email?.message}>
        <TextInput {...form.register('email')} ltr size="lg" type="email" inputMode="email" autoComplete="username" />
      </Field>
      <NewPasswordField
        label={t('auth:field.password')}
        registered={form.register('password')}
        error={errors.password?.message}
        value={form.watch('password')}
      />
      <Field label={t('auth:field.accountType')} error={errors.accountType?.message} group>
        <RadioCards
          value={form.watch('accountType')}
          onChange={(value) => form.setValue('accountType', value)}
          min={170}
          cards={[
            { value: 'personal', label: t('auth:register.personal'), description: t('auth:register.personalHint') },
            { value: 'business', label: t('auth:register.business'), description: t('auth:register.businessHint') },
          ]}
        />
      </Field>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        {/* A checkbox checked before hydration would be lost. */}
        <Checkbox
          {...form.register('acceptTerms')}
          disabled={!hydrated}
          label={t('auth:register.terms')}
          error={errors.acceptTerms?.message}
        />
        <Terms />
      </div>
    </AuthForm>
  );
}
