import { type Locale, localeFacts } from '../../../lib/i18n/locales.ts';

/** The label of a field that each language has, as in “Name · Español”. */
export const InLanguage = ({ field, locale }: { field: string; locale: Locale }) => (
  <>
    {field} · <bdi lang={locale}>{localeFacts[locale].name}</bdi>
  </>
);
