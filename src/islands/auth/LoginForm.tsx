import { send } from '../../lib/api/client.ts';
import { useContractForm } from '../../lib/forms/useContractForm.ts';
import { useFormSubmit } from '../../lib/forms/useFormSubmit.ts';
import type { Locale } from '../../lib/i18n/locales.ts';
import { LocaleRoot, useT } from '../../lib/i18n/react.tsx';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { DomainText } from '../ui/DomainText.tsx';
import { Field } from '../ui/Field.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { AuthForm } from './AuthForm.tsx';
import { contract } from './contract.ts';
import { Emphasis, slot } from './Emphasis.tsx';
import { useGoOn } from './hooks.ts';
import { authHref } from './links.ts';
import { PasswordField } from './PasswordField.tsx';
import { finishSignIn } from './signIn.ts';

interface LoginProps {
  locale: Locale;
  /** Where to go afterwards: a path of this site. */
  target: string;
  /** Title of the page at `target`, when it is a known one. */
  page: string | null;
  /** Why the visitor is here. */
  reason: 'ended' | 'needed' | 'passwordSet' | null;
  /** An account to try the product with; only on a demo. */
  demo: { email: string; password: string } | null;
}

const schema = async () => (await contract()).LoginForm;

export default function LoginForm(props: LoginProps) {
  return (
    <LocaleRoot locale={props.locale}>
      <Login {...props} />
    </LocaleRoot>
  );
}

function Login({ target, page, reason, demo }: LoginProps) {
  const t = useT();
  useGoOn(target);
  const form = useContractForm({ schema, check: 'submit' });
  const { errors } = form.formState;
  const submit = useFormSubmit(form, async (values) => {
    const { auth } = await contract();
    await finishSignIn(await send(auth.login, values, { notices: 'none' }));
  });
  const fill = () => {
    if (!demo) return;
    form.setValue('username', demo.email);
    form.setValue('password', demo.password);
    form.clearErrors();
  };

  return (
    <AuthForm
      title={t('auth:signIn.title')}
      lead={
        <>
          {t('auth:signIn.newHere')}{' '}
          <a className="link" href={authHref('register', target)}>
            {t('auth:signIn.create')}
          </a>
        </>
      }
      notice={<Reason reason={reason} page={page} />}
      submit={submit}
      leaving={form.formState.isSubmitSuccessful}
      action={t('auth:signIn.submit')}
      busyAction={t('auth:signIn.busy')}
      after={
        demo && (
          <Banner
            tone="neutral"
            action={
              <Button size="sm" onClick={fill}>
                {t('auth:signIn.fill')}
              </Button>
            }
          >
            <Emphasis
              text={t('auth:signIn.demo', { email: slot(0), password: slot(1) })}
              parts={[
                <DomainText key="e" className="whitespace-nowrap">
                  {demo.email}
                </DomainText>,
                <DomainText key="p" className="whitespace-nowrap">
                  {demo.password}
                </DomainText>,
              ]}
            />
          </Banner>
        )
      }
    >
      <Field label={t('auth:field.email')} error={errors.username?.message}>
        <TextInput {...form.register('username')} ltr size="lg" type="email" inputMode="email" autoComplete="username" />
      </Field>
      <PasswordField
        label={t('auth:field.password')}
        registered={form.register('password')}
        error={errors.password?.message}
        kind="current"
        end={
          <a className="link" href={authHref('forgot', target)}>
            {t('auth:signIn.forgot')}
          </a>
        }
      />
    </AuthForm>
  );
}

function Reason({ reason, page }: Pick<LoginProps, 'reason' | 'page'>) {
  const t = useT();
  if (reason === null || (reason === 'needed' && !page)) return null;
  if (reason === 'passwordSet') return <Banner tone="success">{t('auth:signIn.passwordSet')}</Banner>;
  const text =
    reason === 'needed'
      ? t('auth:signIn.needed', { page: slot(0) })
      : page
        ? t('auth:signIn.endedAt', { page: slot(0) })
        : t('auth:signIn.ended');
  return (
    <Banner tone="info">
      <Emphasis text={text} parts={[<b key="page">{page}</b>]} />
    </Banner>
  );
}
