import type { Locale } from '../lib/i18n/locales.ts';

/** A color pair for one theme. `onBrand` on `brand`, and `brandText` on a menu, must reach 4.5:1. */
export interface BrandColors {
  brand: string;
  brandHover: string;
  brandText: string;
  onBrand: string;
}

export interface BrandLink {
  label: Record<Locale, string>;
  href: string;
}

/** A customer quote, in every language. Use only real ones, with permission. */
export interface BrandQuote {
  text: Record<Locale, string>;
  name: string;
  role: Record<Locale, string>;
}

/** A customer's logo: its path on this site, and its size in pixels. */
export interface BrandLogo {
  src: string;
  name: string;
  width: number;
  height: number;
}

/**
 * Everything specific to one provider. A provider describes itself in `DATA_DIR/site/brand.json` (brandFile.ts, docs/operations.md), and
 * the texts never contain the company name, but use `{{brand}}`. `src/config/mark.ts` draws the logo of the built-in brand.
 */
export interface Brand {
  name: Record<Locale, string>;
  /** One line under the name in the footer; empty hides it. */
  motto: Record<Locale, string>;
  /** The name in structured data for search engines. */
  legalName: string;
  colors: Record<'light' | 'dark', BrandColors>;
  /** Amounts are integers in mills; `divisor` turns them into the smallest unit shown. Rial: IRR, 10, 0. */
  currency: { code: string; divisor: number; minorDigits: number };
  contact: { email: string; phone: string | null };
  support: {
    /** Tickets are answered at all hours; false: in the office hours, and no page says otherwise. */
    aroundTheClock: boolean;
    /** For phone and consulting, as `09:00` in the provider's time zone. */
    officeHours: { from: string; to: string };
    /** Target time of the first reply to a ticket, by support plan, in hours. */
    replyHours: Record<'included' | 'priority' | 'business', number>;
  };
  invoices: {
    /** Printed on every invoice from then on. Closed invoices keep the issuer at the time. */
    issuer: { name: string; address: string; taxId: string; email: string };
    /** Hundredths of a percent. Prices include it. */
    taxRate: number;
  };
  /** Codes of points of presence for the wind art: at most four. They are an illustration, not a list of locations. */
  popCodes: readonly string[];
  /** Additional footer links, after our own: terms, privacy, status page. None until the provider has them. */
  links: readonly BrandLink[];
  /** External profiles of the provider: shown in the footer. */
  social: readonly { label: string; href: string }[];
  /** Shown on the product pages; without any, the section is omitted. */
  quotes: readonly BrandQuote[];
  logos: readonly BrandLogo[];
  /**
   * The editor for documentation pages: the URL of `src/content/docs` in your repository's editor, for example
   * `https://git.example.com/portal/edit/main/src/content/docs`. Null hides the link.
   */
  docsEditUrl: string | null;
  /** Path of the logo on this site; null: the built-in one. */
  logo: string | null;
  /** Path of the image for links that are shared, 1200 × 630 px. Null: none, or with the built-in brand one for each page. */
  shareImage: string | null;
}

export const builtInBrand: Brand = {
  name: { en: 'Nasim', fa: 'نسیم', ar: 'نسيم', es: 'Nasim' },
  motto: {
    en: 'Nasim is the Persian and Arabic word for breeze.',
    fa: 'نسیم، بادی است که آرام می‌وزد و می‌رساند.',
    ar: 'النسيم: ريحٌ ليّنة تصل دون أن تُسمَع.',
    es: 'Nasim significa «brisa» en persa y en árabe.',
  },
  legalName: 'Nasim',
  colors: {
    light: { brand: '#007179', brandHover: '#005f67', brandText: '#00676e', onBrand: '#ffffff' },
    dark: { brand: '#4cd7d3', brandHover: '#6de7df', brandText: '#66ded9', onBrand: '#001b1f' },
  },
  currency: { code: 'USD', divisor: 10, minorDigits: 2 },
  contact: { email: 'support@nasim.example', phone: null },
  support: { aroundTheClock: true, officeHours: { from: '09:00', to: '17:00' }, replyHours: { included: 24, priority: 8, business: 2 } },
  invoices: {
    // EXAMPLE: of no company.
    issuer: {
      name: 'Example Hosting Ltd.',
      address: '1 Example Street, 10000 Example City',
      taxId: 'EXAMPLE-000000000',
      email: 'billing@nasim.example',
    },
    taxRate: 1000,
  },
  popCodes: ['FRA', 'DXB', 'IST', 'MAD'],
  links: [],
  social: [],
  quotes: [],
  logos: [],
  docsEditUrl: null,
  logo: null,
  shareImage: null,
};
