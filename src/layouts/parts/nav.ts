import type { Locale } from '../../lib/i18n/locales.ts';
import { translator } from '../../lib/i18n/server.ts';
import { localePath } from './paths.ts';

/** The product pages, as the bar's menu and the footer list them. */
export function productLinks(locale: Locale) {
  const t = translator(locale);
  return [
    { href: localePath(locale, '/cloud-cdn'), icon: 'globe', text: t('site:product.cdn.name'), about: t('site:product.cdn.text') },
    {
      href: localePath(locale, '/cloud-security'),
      icon: 'shield',
      text: t('site:product.security.name'),
      about: t('site:product.security.text'),
    },
    {
      href: localePath(locale, '/live-streaming'),
      icon: 'radio',
      text: t('site:product.streaming.name'),
      about: t('site:product.streaming.text'),
    },
    { href: localePath(locale, '/video'), icon: 'image', text: t('site:product.video.name'), about: t('site:product.video.text') },
    {
      href: localePath(locale, '/cloud-servers'),
      icon: 'server',
      text: t('site:product.servers.name'),
      about: t('site:product.servers.text'),
    },
  ] as const;
}
