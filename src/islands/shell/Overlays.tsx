import { useStore } from '@nanostores/react';
import { CloudOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { $snackbars, dismiss, pauseSnackbars, resumeSnackbars, type Snackbar } from '../../browser/stores/snackbars.ts';
import type { Locale } from '../../lib/i18n/locales.ts';
import { LocaleRoot, useT } from '../../lib/i18n/react.tsx';
import { PageLoadBar } from '../ui/PageLoadBar.tsx';
import type { ToastItem } from '../ui/Toast.tsx';
import { ToastStack } from '../ui/ToastStack.tsx';
import { Dialogs } from './Dialogs.tsx';
import { usePageLoad } from './usePageLoad.ts';

/** The load bar, and dialogs opened by any part of the panel. */
export function Overlays({ locale }: { locale: Locale }) {
  return (
    <LocaleRoot locale={locale}>
      <PageLoadBar active={usePageLoad()} />
      <Dialogs />
    </LocaleRoot>
  );
}

/** Messages and the offline notice: outside the rest of the page, so that they stay accessible while a dialog is open. */
export function Messages({ locale }: { locale: Locale }) {
  return (
    <LocaleRoot locale={locale}>
      <Snackbars />
      <Offline />
    </LocaleRoot>
  );
}

const none: readonly Snackbar[] = [];

function Snackbars() {
  const t = useT();
  const items = useStore($snackbars, { ssr: () => none });
  return (
    <ToastStack
      items={items.map(toToast)}
      label={t('shell:messages')}
      closeLabel={t('common:close')}
      onClose={dismiss}
      onPause={pauseSnackbars}
      onResume={resumeSnackbars}
    />
  );
}

function toToast({ _id, type, title, description, action }: Snackbar): ToastItem {
  return {
    id: _id,
    kind: type === 'message' ? 'info' : type,
    title,
    ...(description !== undefined && { description }),
    ...(action && {
      action: {
        label: action.label,
        onClick: () => {
          dismiss(_id);
          action.run();
        },
      },
    }),
  };
}

function Offline() {
  const t = useT();
  const isOnline = useSyncExternalStore(
    (changed) => {
      window.addEventListener('online', changed);
      window.addEventListener('offline', changed);
      return () => {
        window.removeEventListener('online', changed);
        window.removeEventListener('offline', changed);
      };
    },
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status" className="shell-offline">
      {!isOnline && (
        <p>
          <CloudOff aria-hidden />
          {t('shell:offline')}
        </p>
      )}
    </div>
  );
}
