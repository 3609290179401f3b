import { Eye } from 'lucide-react';
import { useEffect, useState } from 'react';
import { send } from '../../browser/api/client.ts';
import { ApiError } from '../../browser/api/errors.ts';
import { navigate } from '../../browser/navigate.ts';
import { $auth } from '../../browser/stores/session.ts';
import type { ActingFor } from '../../lib/contract/account/auth.ts';
import { operatorView } from '../../lib/contract/operator/operatorView.ts';
import type { Locale } from '../../lib/i18n/locales.ts';
import { LocaleRoot, useT } from '../../lib/i18n/react.tsx';
import { href } from '../../lib/routes/index.ts';
import { Countdown } from '../ui/Countdown.tsx';

interface ViewStripProps {
  locale: Locale;
  acting: ActingFor;
}

/** Above every page while an operator sees the panel of a customer: whose it is, the remaining time, and the way out. */
export default function ViewStrip({ locale, acting }: ViewStripProps) {
  return (
    <LocaleRoot locale={locale}>
      <Strip locale={locale} acting={acting} />
    </LocaleRoot>
  );
}

function Strip({ locale, acting: { id, name, until } }: ViewStripProps) {
  const t = useT();
  const [isBusy, setBusy] = useState(false);
  const leave = () => navigate.leave(href('operatorCustomer', { customer: id }));
  const end = async () => {
    setBusy(true);
    try {
      await send(operatorView.end, {}, { notices: 'form' });
      leave();
    } catch (error) {
      // The time was over, the consent was withdrawn, or another window ended it.
      if (error instanceof ApiError && error.status === 409) leave();
      else setBusy(false);
    }
  };
  // The consent was withdrawn: the profile, which is read again, is no longer that of a view.
  useEffect(
    () =>
      $auth.listen((auth) => {
        if (auth.state === 'in' && auth.acting?.id !== id) navigate.leave(href('operatorCustomer', { customer: id }));
      }),
    [id],
  );
  const text = t('shell:view.text', { name });
  return (
    <aside className="demo-strip view-strip" aria-label={text}>
      <Eye aria-hidden className="size-4 flex-none" />
      <span className="min-w-0 truncate">{text}</span>
      {until !== null && (
        <Countdown until={until} label={t('shell:view.timer')} locale={locale} onEnd={leave}>
          {(time) => <span className="flex-none">{time}</span>}
        </Countdown>
      )}
      <button type="button" className="view-end" onClick={() => void end()} aria-disabled={isBusy || undefined}>
        {t('shell:view.end')}
      </button>
    </aside>
  );
}
