import type { ReactNode } from 'react';
import { type Locale, localeFacts, locales } from '../../../lib/i18n/locales.ts';
import { useT } from '../../../lib/i18n/react.tsx';

/** The fields of each language: English first, which is required; the others behind a line that opens them. */
export function LanguageFields({ children }: { children: (locale: Locale) => ReactNode }) {
  const t = useT();
  const others = locales.filter((locale) => locale !== 'en');
  return (
    <>
      <div className="grid gap-[18px]">{children('en')}</div>
      <details className="rounded-lg border border-border px-4 py-3">
        <summary className="cursor-pointer text-ui font-medium text-text">{t('common:otherLanguages')}</summary>
        <div className="mt-4 grid gap-5">
          {others.map((locale) => (
            <fieldset key={locale} lang={locale} dir={localeFacts[locale].direction} className="grid gap-3">
              <legend className="mb-2 text-ui font-semibold text-text">{localeFacts[locale].name}</legend>
              {children(locale)}
            </fieldset>
          ))}
        </div>
      </details>
    </>
  );
}
