import { type FormEvent, lazy, Suspense, useState } from 'react';
import { ApiError } from '../../../browser/api/errors.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { AuthForm } from './AuthForm.tsx';
import { passkeyCalls } from './contract.ts';
import { type Full, refusedDevices } from './refused.ts';
import { isOver } from './useSending.ts';

const EndDevice = lazy(async () => ({ default: (await import('./EndDevice.tsx')).EndDevice }));

interface PasskeyStepProps {
  challengeId: string;
  trust: boolean;
  onTrust: (trust: boolean) => void;
  onOther: () => void;
  onBack: () => void;
  onOver: () => void;
}

/** The second step with a passkey instead of a code. */
export function PasskeyStep({ challengeId, trust, onTrust, onOther, onBack, onOver }: PasskeyStepProps) {
  const t = useT();
  const [state, setState] = useState<'idle' | 'busy' | 'leaving' | ApiError>('idle');
  const [full, setFull] = useState<Full | null>(null);
  const onSubmit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (state === 'busy' || state === 'leaving') return;
    setState('busy');
    try {
      const { signWithPasskey } = await passkeyCalls();
      const finish = await signWithPasskey({ challengeId });
      const step = { trustDevice: trust };
      await finish(step).catch((error: unknown) => {
        const devices = refusedDevices(error);
        if (!devices) throw error;
        setFull({ ...devices, again: (endDeviceId) => finish({ ...step, endDeviceId }) });
      });
      setState('leaving');
    } catch (error) {
      if (isOver(error)) return onOver();
      if (!(error instanceof ApiError)) throw error;
      setState(error);
    }
  };
  if (full)
    return (
      <Suspense>
        <EndDevice full={full} onBack={onBack} />
      </Suspense>
    );
  const error = state instanceof ApiError ? state : null;
  return (
    <AuthForm
      title={t('auth:second.title')}
      lead={t('auth:second.passkey')}
      submit={{ onSubmit, message: error?.message ?? null, error, busy: state === 'busy' }}
      leaving={state === 'leaving'}
      action={t('auth:second.passkeySubmit')}
      busyAction={t('auth:passkey.busy')}
      after={
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={onOther}>
            {t('auth:second.other')}
          </Button>
          <Button size="sm" kind="ghost" onClick={onBack}>
            {t('auth:second.back')}
          </Button>
        </div>
      }
    >
      <Checkbox
        checked={trust}
        onChange={(event) => onTrust(event.target.checked)}
        label={t('auth:second.trust')}
        help={t('auth:second.trustHelp')}
      />
    </AuthForm>
  );
}
