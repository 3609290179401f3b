import { translation } from '../../../lib/contract/core/translation.ts';
import { bundles } from '../../../lib/i18n/bundles.ts';
import { locales } from '../../../lib/i18n/locales.ts';
import { implement } from '../implement.ts';

export const translationHandlers = implement(translation, {
  all: () => locales.map((language) => ({ language, translations: bundles[language] })),
});
