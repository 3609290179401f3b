import type { Locale } from './i18n/locales.ts';

/** A colour pair for one theme. `onBrand` on `brand`, and `brandText` on a menu, must reach 4.5:1. */
export interface BrandColours {
  brand: string;
  brandHover: string;
  brandText: string;
  onBrand: string;
}

export interface BrandLink {
  label: Record<Locale, string>;
  href: string;
}

/** What a customer said, in every language. Only real ones, with their leave. */
export interface BrandQuote {
  text: Record<Locale, string>;
  name: string;
  role: Record<Locale, string>;
}

/** A customer's sign: a file of `public`, with its size in pixels. */
export interface BrandLogo {
  src: string;
  name: string;
  width: number;
  height: number;
}

/**
 * Everything that makes the product one provider's own. A provider edits this file and `public/favicon.svg`; the texts never name
 * the company themselves but say `{{brand}}`. `src/layouts/parts/Mark.astro` draws the sign.
 */
export interface Brand {
  name: Record<Locale, string>;
  /** One line under the name in the footer; empty hides it. */
  motto: Record<Locale, string>;
  /** The name in the copyright line. */
  legalName: string;
  colours: Record<'light' | 'dark', BrandColours>;
  /** Amounts are integers in mills; `divisor` turns them into the smallest unit shown. Rial: IRT, 10, 0. */
  currency: { code: string; divisor: number; minorDigits: number };
  contact: { email: string; phone: string | null };
  /** Names that a customer sets at the registrar; the provider's configuration decides, these are for pictures and the guide. */
  nameServers: readonly [string, string];
  /** Codes of points of presence, drawn in the wind art: at most four. They illustrate; they are not a list of locations. */
  popCodes: readonly string[];
  /** Further links of the footer, after our own: terms, privacy, status page. None until the provider has them. */
  links: readonly BrandLink[];
  /** Places elsewhere where the provider writes: shown in the footer. */
  social: readonly { label: string; href: string }[];
  /** Shown on the product pages; none, and the section is not there. */
  quotes: readonly BrandQuote[];
  logos: readonly BrandLogo[];
  /**
   * Where a reader suggests a change to a page of the documentation: the address of `src/content/docs` in your repository's editor, as in
   * `https://git.example.com/portal/edit/main/src/content/docs`. Null hides the link.
   */
  docsEditUrl: string | null;
}

export const brand: Brand = {
  name: { en: 'Nasim', fa: 'نسیم', ar: 'نسيم', es: 'Nasim' },
  motto: {
    en: 'Nasim is the Persian and Arabic word for breeze.',
    fa: 'نسیم، بادی است که آرام می‌وزد و می‌رساند.',
    ar: 'النسيم: ريحٌ ليّنة تصل دون أن تُسمَع.',
    es: 'Nasim significa «brisa» en persa y en árabe.',
  },
  legalName: 'Nasim',
  colours: {
    light: { brand: '#007179', brandHover: '#005f67', brandText: '#00676e', onBrand: '#ffffff' },
    dark: { brand: '#4cd7d3', brandHover: '#6de7df', brandText: '#66ded9', onBrand: '#001b1f' },
  },
  currency: { code: 'USD', divisor: 10, minorDigits: 2 },
  contact: { email: 'support@nasim.example', phone: null },
  nameServers: ['ns1.nasim.example', 'ns2.nasim.example'],
  popCodes: ['FRA', 'DXB', 'IST', 'MAD'],
  links: [],
  social: [],
  quotes: [],
  logos: [],
  docsEditUrl: null,
};
