import { type ReactNode, useState } from 'react';
import { ApiError } from '../../../browser/api/errors.ts';
import { formatWait } from '../../../lib/format/duration.ts';
import { useLocale, useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { useSecondsUntil } from './hooks.ts';
import { Refusal, waitUntil } from './Refusal.tsx';

interface CodeNotesProps {
  /** When a new code may be requested, in epoch milliseconds; null while none was sent. */
  resendAt: number | null;
  /** Requests a new code; throws the provider's refusal. */
  resend: () => Promise<void>;
  /** A refusal with a retry time. */
  onWait: (until: number) => void;
  /** Further buttons. */
  children: ReactNode;
  isDemo: boolean;
}

/** Below a sent code: resend, other options, and in a demo the link to the mailbox. */
export function CodeNotes({ resendAt, resend, onWait, children, isDemo }: CodeNotesProps) {
  const t = useT();
  const locale = useLocale();
  const left = useSecondsUntil(resendAt);
  const [state, setState] = useState<'idle' | 'busy' | 'sent' | ApiError>('idle');
  const requestCode = async () => {
    setState('busy');
    try {
      await resend();
      setState('sent');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const until = waitUntil(error);
      if (until !== null) onWait(until);
      setState(until === null ? error : 'idle');
    }
  };
  const label = resendAt === null ? t('auth:second.send') : t('auth:code.resend');
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-2">
        <Button size="sm" busy={state === 'busy'} disabled={left > 0} onClick={() => void requestCode()}>
          <span className="num">{left > 0 ? t('auth:code.resendIn', { time: formatWait(locale, left) }) : label}</span>
        </Button>
        {children}
      </div>
      {state === 'sent' && (
        <Banner tone="success" live>
          {t('auth:code.resent')}
        </Banner>
      )}
      {state instanceof ApiError && <Refusal error={state} message={state.message} />}
      {isDemo && (
        <Banner
          tone="neutral"
          action={
            <a className="link" href="/dev/mailbox" target="_blank" rel="noopener">
              {t('auth:openMailbox')}
            </a>
          }
        >
          {t('auth:demoMail')}
        </Banner>
      )}
    </div>
  );
}
