import { Fingerprint, KeyRound, Mail, MessageSquareText, Smartphone } from 'lucide-react';
import type { ApiError } from '../../../browser/api/errors.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import type { SignInMethod } from '../../../lib/rules/core/signIn.ts';
import { Button } from '../../ui/Button.tsx';
import type { Icon } from '../../ui/icon.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { Refusal } from './Refusal.tsx';

const icons: Record<SignInMethod, Icon> = {
  totp: Smartphone,
  email: Mail,
  sms: MessageSquareText,
  recovery: KeyRound,
  passkey: Fingerprint,
};

interface WaysProps {
  methods: readonly SignInMethod[];
  /** Its code is being requested. */
  busy: SignInMethod | null;
  /** Why it couldn't be sent. */
  error: ApiError | null;
  onChoose: (method: SignInMethod) => void;
  onBack: () => void;
}

/** Focuses the first one once, when the list appears. */
const focus = (button: HTMLButtonElement | null) => button?.focus();

/** All methods to confirm a sign-in; a click selects one. */
export function Ways({ methods, busy, error, onChoose, onBack }: WaysProps) {
  const t = useT();
  return (
    <>
      <h1 className="text-doc">{t('auth:second.choose')}</h1>
      <ul className="mt-6 grid gap-2.5">
        {methods.map((method, index) => {
          const Sign = icons[method];
          return (
            <li key={method}>
              <button
                type="button"
                className="flex w-full items-center gap-3.5 rounded-lg border border-border-strong bg-card px-4 py-3 text-start transition-colors hover:border-border-control hover:bg-hover"
                ref={index === 0 ? focus : undefined}
                aria-disabled={busy !== null || undefined}
                aria-busy={busy === method || undefined}
                onClick={() => busy === null && onChoose(method)}
              >
                <span className="flex size-5 flex-none text-text-2">
                  {busy === method ? <Spinner /> : <Sign aria-hidden className="size-5" />}
                </span>
                <span className="min-w-0">
                  <span className="block font-semibold text-text">{t(`auth:way.${method}`)}</span>
                  <span className="block text-help text-text-2">{t(`auth:second.hint.${method}`)}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      <div className="mt-5 grid gap-4">
        <Refusal error={error} message={error?.message ?? null} />
        <div>
          <Button size="sm" onClick={onBack}>
            {t('common:back')}
          </Button>
        </div>
      </div>
    </>
  );
}
