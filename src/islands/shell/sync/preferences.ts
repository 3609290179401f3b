import { send } from '../../../browser/api/client.ts';
import { hasUnsavedInput, navigate } from '../../../browser/navigate.ts';
import { saveCookie, ZONE_COOKIE } from '../../../browser/stores/cookies.ts';
import { $locale, $theme, saveLocale, setTheme, type Theme } from '../../../browser/stores/preferences.ts';
import { $auth } from '../../../browser/stores/session.ts';
import { notify } from '../../../browser/stores/snackbars.ts';
import { onStorageFailure } from '../../../browser/stores/storage.ts';
import { auth } from '../../../lib/contract/account/auth.ts';
import { preference } from '../../../lib/contract/account/preference.ts';
import { deviceZone } from '../../../lib/format/region.ts';
import type { Locale } from '../../../lib/i18n/locales.ts';
import { currentLocale, t } from '../../../lib/i18n/react.tsx';

/** How long a change of the language waits for the account. */
const SAVE_MS = 2000;

let own = false;

/** Follows the language and theme of other tabs, and warns if this device can't store anything. */
export function syncPreferences(): () => void {
  saveDeviceZone();
  onStorageFailure(() => notify({ type: 'error', title: t('error:title'), description: t('error:storage') }));
  const stops = [
    // `layouts/parts/theme.js` applies the theme; this updates the menu.
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

/** The server renders dates in the zone of the device. */
function saveDeviceZone(): void {
  const zone = deviceZone();
  if (!document.cookie.split('; ').includes(`${ZONE_COOKIE}=${zone}`)) saveCookie(ZONE_COOKIE, zone);
}

/** Chooses the theme of this device and, when signed in, of the account. */
export function chooseTheme(theme: Theme): void {
  setTheme(theme);
  if ($auth.get().state === 'in') void send(preference.update, { theme }, { notices: 'none' }).catch(() => {});
}

/** Chooses the language of this device and, when signed in, of the account; the server renders the page again in it. */
export async function chooseLocale(locale: Locale): Promise<void> {
  own = true;
  saveLocale(locale);
  own = false;
  // The page changes its language even if saving it in the account fails or takes long.
  if ($auth.get().state === 'in') {
    const saved = send(auth.language, { language: locale }, { notices: 'none' }).catch(() => {});
    await Promise.race([saved, new Promise((resolve) => setTimeout(resolve, SAVE_MS))]);
  }
  navigate.reload();
}
