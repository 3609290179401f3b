import type { Locale } from '../../lib/i18n/locales.ts';
import { translator } from '../../lib/i18n/server.ts';
import { localePath } from './paths.ts';

/** The product pages, as the bar's menu and the footer list them, each with the area that it is about. */
export function productLinks(locale: Locale) {
  const t = translator(locale);
  return [
    {
      href: localePath(locale, '/cloud-cdn'),
      area: 'cdn',
      icon: 'globe',
      text: t('site:product.cdn.name'),
      about: t('site:product.cdn.text'),
    },
    {
      href: localePath(locale, '/cloud-security'),
      area: 'cdn',
      icon: 'shield',
      text: t('site:product.security.name'),
      about: t('site:product.security.text'),
    },
    {
      href: localePath(locale, '/live-streaming'),
      area: 'cdn',
      icon: 'radio',
      text: t('site:product.streaming.name'),
      about: t('site:product.streaming.text'),
    },
    {
      href: localePath(locale, '/video'),
      area: 'cdn',
      icon: 'image',
      text: t('site:product.video.name'),
      about: t('site:product.video.text'),
    },
    {
      href: localePath(locale, '/cloud-servers'),
      area: 'servers',
      icon: 'server',
      text: t('site:product.servers.name'),
      about: t('site:product.servers.text'),
    },
  ] as const;
}
