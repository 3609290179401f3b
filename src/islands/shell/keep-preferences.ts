import { send } from '../../lib/api/client.ts';
import { auth } from '../../lib/contract/auth.ts';
import type { Locale } from '../../lib/i18n/locales.ts';
import { currentLocale, t } from '../../lib/i18n/react.tsx';
import { hasUnsavedInput, navigate } from '../../lib/navigate.ts';
import { $locale, $theme, saveLocale } from '../../lib/stores/preferences.ts';
import { $auth } from '../../lib/stores/session.ts';
import { notify } from '../../lib/stores/snackbars.ts';
import { onStorageFailure } from '../../lib/stores/storage.ts';

let own = false;

/** Follows the language and the theme of other tabs, and says when this device can't keep anything. */
export function keepPreferences(): () => void {
  onStorageFailure(() => notify({ type: 'error', title: t('error:title'), description: t('error:storage') }));
  const stops = [
    // `layouts/parts/theme.js` paints; this keeps the ticks of the menu true.
    $theme.listen(() => {}),
    $locale.listen((locale) => {
      if (own || locale === currentLocale()) return;
      if (!hasUnsavedInput()) return navigate.reload();
      notify({
        type: 'message',
        title: t('shell:languageChanged.title'),
        description: t('shell:languageChanged.text'),
        action: { label: t('shell:languageChanged.action'), run: () => navigate.reload() },
      });
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    onStorageFailure(() => {});
  };
}

/** Chooses the language of this device and, when signed in, of the account; the server renders the page anew in it. */
export async function chooseLocale(locale: Locale): Promise<void> {
  own = true;
  saveLocale(locale);
  own = false;
  // The page changes its language even when the account can't be told.
  if ($auth.get().state === 'in') await send(auth.language, { language: locale }, { notices: 'none' }).catch(() => {});
  navigate.reload();
}
