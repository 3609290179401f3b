import { Fingerprint } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError } from '../../../browser/api/errors.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { cancelPasskeyRequest, hindrance, offersWhileTyping } from '../shared/webauthn.ts';
import { passkeyCalls } from './contract.ts';
import { useHydrated } from './hooks.ts';
import { Refusal } from './Refusal.tsx';
import { type Blocked, blockedBy, type Full, refusedDevices } from './refused.ts';

/** A challenge lives five minutes: the offer in the email field is renewed before. */
const RENEW_MS = 4 * 60_000;

interface PasskeySignInProps {
  /** The host name that passkeys belong to. */
  host: string;
  onBlocked: (blocked: Blocked) => void;
  onFull: (full: Full) => void;
}

/** Sign-in with a passkey: by the button, or from the list of the email field where the browser has one. */
export function PasskeySignIn({ host, onBlocked, onFull }: PasskeySignInProps) {
  const t = useT();
  const hydrated = useHydrated();
  const [state, setState] = useState<'idle' | 'busy' | 'leaving' | ApiError | string>('idle');
  const [offers, setOffers] = useState(0);
  /** The button was pressed: no offer comes between. */
  const pressed = useRef(false);

  const signIn = async (whileTyping?: () => boolean): Promise<void> => {
    const { signWithPasskey } = await passkeyCalls();
    const finish = await signWithPasskey(whileTyping ? { whileTyping } : {});
    try {
      await finish();
      setState('leaving');
    } catch (error) {
      const recovery = blockedBy(error);
      if (recovery) return onBlocked({ ...recovery, again: () => signIn() });
      const devices = refusedDevices(error);
      if (!devices) throw error;
      onFull({ ...devices, again: (endDeviceId) => finish({ endDeviceId }) });
    }
  };
  const press = async () => {
    const why = hindrance(host);
    if (why !== null) return setState(why);
    setState('busy');
    pressed.current = true;
    try {
      await signIn();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      pressed.current = false;
      setState(error);
      setOffers((count) => count + 1);
    }
  };

  const offer = useEffectEvent(async (isLeft: () => boolean) => {
    const isWanted = () => !isLeft() && !pressed.current;
    if (!(await offersWhileTyping()) || !isWanted()) return;
    try {
      await signIn(isWanted);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The visitor typed on, or pressed the button; and an offer that can’t be made needs no message.
      if (isWanted() && error.status === 422 && error.code.startsWith('passkey:')) setState(error);
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each further offer is made again
  useEffect(() => {
    if (hindrance(host) !== null) return;
    let left = false;
    void offer(() => left);
    const timer = setInterval(() => void offer(() => left), RENEW_MS);
    return () => {
      left = true;
      clearInterval(timer);
      void cancelPasskeyRequest();
    };
  }, [host, offers]);

  const isBusy = state === 'busy' || state === 'leaving';
  return (
    <div className="grid gap-3">
      <Button
        icon={Fingerprint}
        size="xl"
        block
        busy={isBusy}
        busyLabel={t('auth:passkey.busy')}
        disabled={!hydrated}
        onClick={() => void press()}
      >
        {t('auth:passkey.signIn')}
      </Button>
      {state instanceof ApiError && <Refusal error={state} message={state.message} />}
      {typeof state === 'string' && state !== 'idle' && !isBusy && (
        <Banner tone="warning" live>
          {state}
        </Banner>
      )}
    </div>
  );
}
