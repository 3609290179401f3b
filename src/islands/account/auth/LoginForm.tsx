import { ShieldCheck } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { send } from '../../../browser/api/client.ts';
import { type ContractForm, useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import type { Challenge, LoginForm as SignIn } from '../../../lib/contract/account/auth.ts';
import type { Input } from '../../../lib/contract/call.ts';
import type { Locale } from '../../../lib/i18n/locales.ts';
import { LocaleRoot, useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { PasswordField } from '../shared/PasswordField.tsx';
import { AuthForm } from './AuthForm.tsx';
import { type Auth, contract } from './contract.ts';
import { Emphasis, slot } from './Emphasis.tsx';
import { useFocusOnReturn, useGoOn } from './hooks.ts';
import { authHref } from './links.ts';
import { PasskeySignIn } from './PasskeySignIn.tsx';
import { type Blocked, blockedBy, type Full, refusedDevices } from './refused.ts';
import { SecondStep } from './SecondStep.tsx';
import { finishSignIn } from './signIn.ts';

interface LoginProps {
  locale: Locale;
  /** Where to go afterward: a path of this site. */
  target: string;
  /** Title of the page at `target`, when it is a known one. */
  page: string | null;
  /** Why the visitor is here. */
  reason: 'ended' | 'unconfirmed' | 'needed' | 'passwordSet' | null;
  /** The host name that passkeys belong to; null: there are none. */
  passkeyHost: string | null;
  /** A demo account; only in a demo. */
  demo: { email: string; password: string } | null;
}

const AllowAddress = lazy(async () => ({ default: (await import('./AllowAddress.tsx')).AllowAddress }));
const EndDevice = lazy(async () => ({ default: (await import('./EndDevice.tsx')).EndDevice }));
const schema = async () => (await contract()).LoginForm;

export default function LoginForm(props: LoginProps) {
  return (
    <LocaleRoot locale={props.locale}>
      <Login {...props} />
    </LocaleRoot>
  );
}

/** The password, then for some the second step. Going back keeps the input. */
function Login(props: LoginProps) {
  useGoOn(props.target);
  const form = useContractForm({ schema, check: 'submit' });
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const [isOver, setOver] = useState(false);
  useFocusOnReturn(challenge !== null, () => form.setFocus('password'));
  const leave = (over: boolean) => {
    setOver(over);
    setChallenge(null);
  };
  return challenge ? (
    <SecondStep challenge={challenge} onBack={() => leave(false)} onOver={() => leave(true)} isDemo={props.demo !== null} />
  ) : (
    <FirstStep {...props} form={form} isOver={isOver} onChallenge={setChallenge} />
  );
}

interface FirstStepProps extends LoginProps {
  form: ContractForm<typeof SignIn>;
  /** The second step ended without success. */
  isOver: boolean;
  onChallenge: (challenge: Challenge) => void;
}

function FirstStep({ form, target, page, reason, passkeyHost, demo, isOver, onChallenge }: FirstStepProps) {
  const t = useT();
  const { errors } = form.formState;
  const [leaving, setLeaving] = useState(false);
  const [full, setFull] = useState<Full | null>(null);
  const [blocked, setBlocked] = useState<Blocked | null>(null);
  const signIn = async (values: Input<Auth['login']>) => {
    const { auth } = await contract();
    const answer = await send(auth.login, values, { notices: 'none' });
    if ('challenge' in answer) return onChallenge(answer.challenge);
    await finishSignIn(answer);
    setLeaving(true);
  };
  const submit = useFormSubmit(form, (values) =>
    signIn(values).catch((error: unknown) => {
      const recovery = blockedBy(error);
      if (recovery) return setBlocked({ ...recovery, again: () => signIn(values) });
      const devices = refusedDevices(error);
      if (!devices) throw error;
      setFull({ ...devices, again: (endDeviceId) => signIn({ ...values, endDeviceId }) });
    }),
  );
  const fill = () => {
    if (!demo) return;
    form.setValue('username', demo.email);
    form.setValue('password', demo.password);
    form.clearErrors();
  };

  if (blocked)
    return (
      <Suspense>
        <AllowAddress blocked={blocked} onChange={setBlocked} isDemo={demo !== null} />
      </Suspense>
    );
  if (full)
    return (
      <Suspense>
        <EndDevice full={full} onBack={() => setFull(null)} />
      </Suspense>
    );
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
      notice={
        isOver ? (
          <Banner tone="warning" live>
            {t('auth:error.challengeOver')}
          </Banner>
        ) : (
          <Reason reason={reason} page={page} />
        )
      }
      submit={submit}
      leaving={leaving}
      action={t('auth:signIn.submit')}
      busyAction={t('auth:signIn.busy')}
      after={
        <div className="grid gap-5">
          {passkeyHost && <PasskeySignIn host={passkeyHost} onBlocked={setBlocked} onFull={setFull} />}
          <p className="flex gap-2.5 text-help text-text-3">
            <ShieldCheck aria-hidden className="size-4 flex-none" />
            {t('auth:second.next')}
          </p>
          {demo && (
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
          )}
        </div>
      }
    >
      <Field label={t('auth:field.email')} error={errors.username?.message}>
        <TextInput {...form.register('username')} ltr size="lg" type="email" inputMode="email" autoComplete="username webauthn" autoFocus />
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
  if (reason === 'unconfirmed') return <Banner tone="warning">{t('auth:signIn.unconfirmed')}</Banner>;
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
