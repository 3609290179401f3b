import { useState } from 'react';
import { ApiError } from '../../../browser/api/errors.ts';
import type { Challenge } from '../../../lib/contract/account/auth.ts';
import type { SignInMethod } from '../../../lib/rules/core/signIn.ts';
import { ConfirmStep } from './ConfirmStep.tsx';
import { PasskeyStep } from './PasskeyStep.tsx';
import { waitUntil } from './Refusal.tsx';
import { isOver, isSent, type SentMethod, useSending } from './useSending.ts';
import { Ways } from './Ways.tsx';

interface SecondStepProps {
  challenge: Challenge;
  onBack: () => void;
  /** The sign-in expired or had too many wrong codes: it restarts. */
  onOver: () => void;
  isDemo: boolean;
}

/** The second step of sign-in. It lasts as long as the page: a challenge is as sensitive as a password, and neither is stored. */
export function SecondStep({ challenge, onBack, onOver, isDemo }: SecondStepProps) {
  const { methods } = challenge;
  const [method, setMethod] = useState<SignInMethod>(methods[0] ?? 'recovery');
  const [isChoosing, setChoosing] = useState(false);
  const [trust, setTrust] = useState(false);
  const [busy, setBusy] = useState<SignInMethod | null>(null);
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const sending = useSending(challenge);

  const requestCode = async (to: SentMethod) => {
    try {
      await sending.requestCode(to);
    } catch (error) {
      if (!isOver(error)) throw error;
      onOver();
    }
  };
  const choose = async (next: SignInMethod) => {
    setRefusal(null);
    if (isSent(next) && sending.of(next).sentTo === null) {
      setBusy(next);
      try {
        await requestCode(next);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const until = waitUntil(error);
        // Another sign-in just sent one: shows when the next may be requested.
        if (until === null) return setRefusal(error);
        sending.wait(next, until);
      } finally {
        setBusy(null);
      }
    }
    setMethod(next);
    setChoosing(false);
  };

  if (isChoosing)
    return <Ways methods={methods} busy={busy} error={refusal} onChoose={(next) => void choose(next)} onBack={() => setChoosing(false)} />;
  const common = { challengeId: challenge.challengeId, trust, onTrust: setTrust, onBack, onOver };
  return method === 'passkey' ? (
    <PasskeyStep {...common} onOther={() => setChoosing(true)} />
  ) : (
    <ConfirmStep
      {...common}
      key={method}
      method={method}
      sending={
        isSent(method)
          ? { ...sending.of(method), requestCode: () => requestCode(method), wait: (until) => sending.wait(method, until) }
          : null
      }
      onOther={methods.length > 1 ? () => setChoosing(true) : null}
      isDemo={isDemo}
    />
  );
}
