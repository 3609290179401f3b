import { lazy, type ReactNode, Suspense, useState } from 'react';
import { send } from '../../../browser/api/client.ts';
import { ApiError } from '../../../browser/api/errors.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import type { CodeMethod } from '../../../lib/rules/core/signIn.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { AuthForm } from './AuthForm.tsx';
import { CodeField } from './CodeField.tsx';
import { CodeNotes } from './CodeNotes.tsx';
import { secondContract } from './contract.ts';
import { Emphasis, slot } from './Emphasis.tsx';
import { type Full, refusedDevices } from './refused.ts';
import { finishSignIn } from './signIn.ts';
import { isOver } from './useSending.ts';

interface ConfirmStepProps {
  challengeId: string;
  method: CodeMethod;
  trust: boolean;
  onTrust: (trust: boolean) => void;
  /** For a sent code; null for one from an app or a list. */
  sending: { sentTo: string | null; resendAt: number | null; requestCode: () => Promise<void>; wait: (until: number) => void } | null;
  /** To the other methods; null when there are none. */
  onOther: (() => void) | null;
  onBack: () => void;
  onOver: () => void;
  isDemo: boolean;
}

const EndDevice = lazy(async () => ({ default: (await import('./EndDevice.tsx')).EndDevice }));
const schema = async () => (await secondContract()).SecondStepForm;

/** The code of one method. The last digit doesn't submit it: the checkbox below has to be seen first. */
export function ConfirmStep(props: ConfirmStepProps) {
  const { challengeId, method, trust, onTrust, sending, onOther, onBack, onOver, isDemo } = props;
  const t = useT();
  const form = useContractForm({ schema, defaultValues: { challengeId, method, code: '', trustDevice: trust }, check: 'submit' });
  const [leaving, setLeaving] = useState(false);
  const [full, setFull] = useState<Full | null>(null);
  const submit = useFormSubmit(form, async (values) => {
    const { twoFactor } = await secondContract();
    const signIn = async (endDeviceId?: string) => {
      const step = endDeviceId === undefined ? values : { ...values, endDeviceId };
      await finishSignIn(await send(twoFactor.signInVerify, step, { notices: 'none' }));
      setLeaving(true);
    };
    try {
      await signIn();
    } catch (error) {
      const devices = refusedDevices(error);
      if (devices) return setFull({ ...devices, again: signIn });
      if (isOver(error)) return onOver();
      // A wrong code is cleared, because digits are retyped, not corrected.
      if (error instanceof ApiError && error.fields.code && method !== 'recovery') form.setValue('code', '');
      throw error;
    }
  });
  const others = (
    <>
      {onOther && (
        <Button size="sm" onClick={onOther}>
          {t('auth:second.other')}
        </Button>
      )}
      <Button size="sm" kind="ghost" onClick={onBack}>
        {t('auth:second.back')}
      </Button>
    </>
  );
  if (full)
    return (
      <Suspense>
        <EndDevice full={full} onBack={onBack} />
      </Suspense>
    );
  return (
    <AuthForm
      title={t('auth:second.title')}
      lead={<Lead method={method} sentTo={sending?.sentTo ?? null} />}
      submit={submit}
      leaving={leaving}
      action={t('auth:second.submit')}
      busyAction={t('auth:code.busy')}
      after={
        sending ? (
          <CodeNotes resendAt={sending.resendAt} resend={sending.requestCode} onWait={sending.wait} isDemo={isDemo}>
            {others}
          </CodeNotes>
        ) : (
          <div className="flex flex-wrap gap-2">{others}</div>
        )
      }
    >
      {method === 'recovery' ? (
        <Field label={t('auth:field.recovery')} error={form.formState.errors.code?.message} help={t('auth:second.recoveryHelp')} live>
          <TextInput {...form.register('code')} mono size="lg" autoComplete="off" autoFocus />
        </Field>
      ) : (
        <CodeField
          form={form}
          name="code"
          help={t(method === 'totp' ? 'auth:second.totpHelp' : method === 'sms' ? 'auth:second.smsHelp' : 'auth:code.help')}
        />
      )}
      <Checkbox
        {...form.register('trustDevice', { onChange: (event: { target: { checked: boolean } }) => onTrust(event.target.checked) })}
        label={t('auth:second.trust')}
        help={t('auth:second.trustHelp')}
      />
    </AuthForm>
  );
}

function Lead({ method, sentTo }: { method: CodeMethod; sentTo: string | null }): ReactNode {
  const t = useT();
  if (sentTo === null) return t(`auth:second.${method}`);
  return <Emphasis text={t('auth:code.sentTo', { address: slot(0) })} parts={[<DomainText key="to">{sentTo}</DomainText>]} />;
}
