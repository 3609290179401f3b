import { siteText } from '../../adapter/siteText.ts';
import { figures as formats } from '../../lib/format/figures.ts';
import type { Locale } from '../../lib/i18n/locales.ts';

/** Figures of the public pages in the format of a language. Amounts, in mills, are in the currency of the installation that sends the page. */
export const figures = (locale: Locale) => ({ ...formats(locale), money: (mills: number) => siteText(`money:${mills}:${locale}`) });
