import { type Locale, locales } from '../lib/i18n/locales.ts';
import { placeholder, type Values, when } from '../lib/rules/core/placeholders.ts';
import { type Brand, type BrandColors, builtInBrand } from './brand.ts';

const inEach = (name: string) =>
  Object.fromEntries(locales.map((locale) => [locale, placeholder(`${name}.${locale}`)])) as Record<Locale, string>; // one for each
const colorNames = ['brand', 'brandHover', 'brandText', 'onBrand'] as const satisfies readonly (keyof BrandColors)[];
const colors = (theme: string) =>
  Object.fromEntries(colorNames.map((name) => [name, placeholder(`colors.${theme}.${name}`)])) as Record<keyof BrandColors, string>; // as above

/** The brand in built pages: placeholders. What is a list or may be missing is a block (`layouts/parts/Repeat.astro`). */
export const placeholderBrand: Brand = {
  ...builtInBrand,
  name: inEach('name'),
  motto: inEach('motto'),
  legalName: placeholder('legalName'),
  colors: { light: colors('light'), dark: colors('dark') },
  contact: { email: placeholder('email'), phone: placeholder('phone') },
  popCodes: [0, 1, 2, 3].map((index) => placeholder(`pop.${index}`)),
  docsEditUrl: placeholder('docsEditUrl'),
  // Not a currency: a page that formats an amount itself fails the build.
  currency: { code: placeholder('currency'), divisor: 1, minorDigits: 0 },
};

/** The values of a brand for placeholders. @param nameServers of the installation. @param isBuiltIn whether the brand is that of the build */
export function brandValues(brand: Brand, nameServers: readonly string[], isBuiltIn = brand === builtInBrand): Values {
  const organization = {
    ...(brand.contact.phone && { telephone: brand.contact.phone }),
    ...(brand.social.length > 0 && { sameAs: brand.social.map(({ href }) => href) }),
  };
  const texts = new Map<string, string>([
    ['legalName', brand.legalName],
    ['email', brand.contact.email],
    ['phone', brand.contact.phone ?? ''],
    ['docsEditUrl', brand.docsEditUrl ?? ''],
    ['organization', JSON.stringify(organization).slice(1, -1)],
    ['logo', brand.logo ?? '/favicon.svg'],
    ['shareImage', brand.shareImage ?? ''],
    ...locales.flatMap((locale): [string, string][] => [
      [`name.${locale}`, brand.name[locale]],
      [`motto.${locale}`, brand.motto[locale]],
    ]),
    ...(['light', 'dark'] as const).flatMap((theme) =>
      colorNames.map((name): [string, string] => [`colors.${theme}.${name}`, brand.colors[theme][name]]),
    ),
    ...[0, 1, 2, 3].map((index): [string, string] => [`pop.${index}`, brand.popCodes[index] ?? '']),
    ...nameServers.map((host, index): [string, string] => [`ns.${index}`, host]),
  ]);
  const perLocale = (name: string, words: Record<Locale, string>) => locales.map((locale) => [`${name}.${locale}`, words[locale]]);
  const lists: Record<string, readonly Record<string, string>[]> = {
    links: brand.links.map(({ label, href }) => ({ href, ...Object.fromEntries(perLocale('label', label)) })),
    social: brand.social.map(({ label, href }) => ({ href, label })),
    quotes: brand.quotes.map(({ text, name, role }) => ({
      name,
      ...Object.fromEntries([...perLocale('text', text), ...perLocale('role', role)]),
    })),
    hasQuotes: when(brand.quotes.length),
    logos: brand.logos.map(({ src, name, width, height }) => ({ src, name, width: String(width), height: String(height) })),
    hasLogos: when(brand.logos.length),
    phone: when(brand.contact.phone),
    aroundTheClock: when(brand.support.aroundTheClock),
    docsEdit: when(brand.docsEditUrl),
    ownLogo: when(brand.logo),
    builtInLogo: when(!brand.logo),
    builtInImages: when(isBuiltIn),
    shareImage: when(brand.shareImage),
    ...Object.fromEntries([0, 1, 2, 3].map((index) => [`pop.${index}`, when(brand.popCodes[index])])),
    ...Object.fromEntries(locales.map((locale) => [`motto.${locale}`, when(brand.motto[locale])])),
  };
  return {
    // The image of a page is drawn by the build, with the built-in brand.
    text: (key) =>
      key.startsWith('image:') ? (isBuiltIn ? key.slice(6) : (brand.shareImage ?? brand.logo ?? '/favicon.svg')) : texts.get(key),
    list: (name) => lists[name],
  };
}
