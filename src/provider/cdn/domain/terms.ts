import type { Locale } from '../../../lib/i18n/locales.ts';
import { translator } from '../../../lib/i18n/server.ts';

const points = ['own', 'lawful', 'nameServers', 'traffic', 'removal'] as const;

/** The terms of a domain in the caller's language. An example for a provider to replace, like the catalogue. */
export function termsHtml(locale: Locale): string {
  const t = translator(locale);
  return `<ol>${points.map((point) => `<li>${t(`domain:terms.${point}`)}</li>`).join('')}</ol>`;
}
