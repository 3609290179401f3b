import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { XMLValidator } from 'fast-xml-parser';
import { z } from 'zod';
import type { BrandFile, Site } from './brand.ts';
import { colorFaults } from './brandColors.ts';
import { type Brand, builtInBrand } from './builtInBrand.ts';
import { StartError } from './env.ts';

/** Where the portal serves the files of the brand. */
const BASE = '/brand/';
const MAX_BYTES = 1024 * 1024;
/** Facebook and X show at least 1.91 : 1 in this size. */
const SHARE = { width: 1200, height: 630 } as const;

// Control characters, and those that turn the direction of the text around a name.
const text = z
  .string()
  .trim()
  .min(1)
  .max(300)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  .regex(/^[^\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]*$/, 'no control characters');
const inEachLanguage = z.strictObject({ en: text, fa: text, ar: text, es: text });
const hex = /^#[\da-f]{6}$/i;
const color = z.string().regex(hex, 'a color as #rrggbb');
const colors = z.strictObject({ brand: color, brandHover: color, brandText: color, onBrand: color });
const link = z.union([z.url({ protocol: /^https?$/ }), z.string().regex(/^\/(?!\/)[^\s"'<>\\]*$/)], {
  error: 'a URL with http or https, or a path as in /about',
});
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time as in 09:00');
const hours = z.int().min(1).max(720);
const fileName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,80}\.(svg|png)$/, 'the name of an SVG or PNG file beside brand.json');

const schema = z.strictObject({
  name: inEachLanguage,
  legalName: text.optional(),
  motto: inEachLanguage.optional(),
  contact: z.strictObject({
    email: z.email(),
    phone: z
      .string()
      .regex(/^\+?[\d ()-]{3,30}$/, 'a phone number, as in +1 202 555 0100')
      .nullable()
      .default(null),
  }),
  support: z
    .strictObject({
      aroundTheClock: z.boolean().default(true),
      officeHours: z
        .strictObject({ from: time, to: time })
        .refine(({ from, to }) => from !== to, '“from” and “to” are the same time')
        .default(builtInBrand.support.officeHours),
      replyHours: z
        .strictObject({ included: hours, priority: hours, business: hours })
        .refine(({ included, priority, business }) => included >= priority && priority >= business, 'a higher plan isn’t slower')
        .default(builtInBrand.support.replyHours),
    })
    .default(builtInBrand.support),
  invoices: z
    .strictObject({
      issuer: z.strictObject({ name: text, address: text, taxId: text, email: z.email() }),
      taxPercent: z.number().min(0).max(99).multipleOf(0.01),
    })
    .transform(({ issuer, taxPercent }) => ({ issuer, taxRate: Math.round(taxPercent * 100) })),
  colors: z
    .strictObject({ light: colors, dark: colors })
    .default(builtInBrand.colors)
    .superRefine((themes, ctx) => {
      // Reported already.
      if (![...Object.values(themes.light), ...Object.values(themes.dark)].every((value) => hex.test(value))) return;
      for (const fault of colorFaults(themes)) {
        const [path = '', ...words] = fault.split(': ');
        ctx.addIssue({ code: 'custom', path: path.split('.').slice(1), message: words.join(': ') });
      }
    }),
  currency: z
    .strictObject({
      code: z.string().regex(/^[A-Z]{3}$/, 'a code of three capital letters (ISO 4217)'),
      divisor: z.number().refine((value) => [1, 10, 100, 1000].includes(value), '1, 10, 100 or 1000'),
      minorDigits: z.int().min(0).max(3),
    })
    .default(builtInBrand.currency),
  popCodes: z
    .array(z.string().regex(/^[A-Z]{2,4}$/, 'two to four capital letters'))
    .max(4)
    .default([]),
  links: z
    .array(z.strictObject({ label: inEachLanguage, href: link }))
    .max(20)
    .default([]),
  social: z
    .array(z.strictObject({ label: text, href: link }))
    .max(20)
    .default([]),
  quotes: z
    .array(z.strictObject({ text: inEachLanguage, name: text, role: inEachLanguage }))
    .max(10)
    .default([]),
  logos: z
    .array(z.strictObject({ file: fileName, name: text }))
    .max(20)
    .default([]),
  docsEditUrl: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .default(null),
  logo: fileName.optional(),
  shareImage: fileName.optional(),
});

/**
 * The brand of an installation: `brand.json` and the files that it names.
 * @param folder `DATA_DIR/site`
 * @returns null without a `brand.json`: the built-in brand
 * @throws StartError with every problem, by field
 */
export function readSite(folder: string): Pick<Site, 'brand' | 'files'> | null {
  const file = join(folder, 'brand.json');
  if (!existsSync(file)) return null;
  const { logo, shareImage, logos, ...fields } = parse(file);
  const faults: string[] = [];
  const files = new Map<string, BrandFile>();
  const add = (field: string, name: string, check: (size: ImageSize) => string | null = () => null): Placed => {
    try {
      const image = readImage(join(folder, name));
      const fault = check(image);
      if (fault) throw new Refused(fault);
      // The hash lets browsers keep the file.
      const path = `${BASE}${createHash('sha256').update(image.body).digest('hex').slice(0, 12)}-${name}`;
      files.set(path, image);
      return { src: path, width: image.width, height: image.height };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      faults.push(`${field}: ${name} ${error.message}`);
      return { src: '', width: 0, height: 0 };
    }
  };
  const own = logo === undefined ? null : add('logo', logo, ({ width, height }) => (width === height ? null : 'isn’t square'));
  const share =
    shareImage === undefined
      ? null
      : add('shareImage', shareImage, ({ width, height, type }) =>
          type === 'image/png' && width === SHARE.width && height === SHARE.height
            ? null
            : `isn’t a PNG image of ${SHARE.width} × ${SHARE.height} pixels`,
        );
  const shown = logos.map(({ file: name, name: label }, index) => ({ name: label, ...add(`logos.${index}.file`, name) }));
  if (faults.length > 0) throw invalid(file, faults);
  return { brand: { ...complete(fields), logo: own?.src ?? null, shareImage: share?.src ?? null, logos: shown }, files };
}

/**
 * The same without its files, for edges: their pages load nothing. `logo` is the name of its file.
 * @param file a `brand.json`
 * @throws StartError with every problem, by field
 */
export function readBrandOfEdge(file: string): Brand {
  if (!existsSync(file)) throw new StartError(`EDGE_BRAND: ${file} does not exist.`);
  const { logo, shareImage, logos, ...fields } = parse(file);
  return { ...complete(fields), logo: logo ?? null, shareImage: null, logos: [] };
}

type Placed = Omit<Brand['logos'][number], 'name'>;
type Parsed = z.output<typeof schema>;
const complete = ({ legalName, motto, ...rest }: Omit<Parsed, 'logo' | 'shareImage' | 'logos'>) => ({
  ...rest,
  legalName: legalName ?? rest.name.en,
  motto: motto ?? { en: '', fa: '', ar: '', es: '' },
});

function parse(file: string): Parsed {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8').replace(/^\ufeff/, ''));
  } catch (error) {
    throw invalid(file, [error instanceof Error ? error.message : String(error)]);
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success)
    throw invalid(
      file,
      parsed.error.issues.map(({ path, message }) => `${path.join('.') || dirname(file)}: ${message}`),
    );
  return parsed.data;
}

const invalid = (file: string, faults: readonly string[]) => new StartError(`${file} is not valid.\n${faults.join('\n')}`);

/** Why a file can't be used; follows its name in a sentence. */
class Refused extends Error {}

interface ImageSize {
  width: number;
  height: number;
  type: string;
}

/** @throws Refused */
function readImage(file: string): BrandFile & ImageSize {
  if (!existsSync(file)) throw new Refused('does not exist');
  const body = readFileSync(file);
  if (body.length > MAX_BYTES) throw new Refused('is larger than 1 MB');
  return extname(file) === '.svg'
    ? { body, type: 'image/svg+xml', ...svgSize(body.toString('utf8')) }
    : { body, type: 'image/png', ...pngSize(body) };
}

/** The size in the header of a PNG image (PNG specification, section 11.2.1). */
function pngSize(body: Buffer): { width: number; height: number } {
  const isPng = body.length > 24 && body.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
  if (!isPng) throw new Refused('isn’t a PNG image');
  return { width: body.readUInt32BE(16), height: body.readUInt32BE(20) };
}

/** What an SVG image must not contain, with the reason. It is only shown as an image, which runs and loads nothing; this is the second lock. */
const unsafe: readonly [RegExp, string][] = [
  [/<!(?:DOCTYPE|ENTITY)/i, 'contains a document type'],
  [/<\?(?!xml[\s?])/i, 'contains a processing instruction'],
  [
    /<(?:[\w-]+:)?(?:script|foreignObject|iframe|embed|object|audio|video|set|animate\w*|handler)[\s/>]/i,
    'contains a script, an animation or embedded content',
  ],
  [/[\s"']on\w+\s*=/i, 'contains an event handler'],
  [/&#/, 'contains a numeric character reference'],
  [/\bhref\s*=\s*(?!["']#)/i, 'refers to something outside of the file'],
  [/url\(\s*(?!["']?#)|@import/i, 'refers to something outside of the file'],
];

/** The size of an SVG image in its own units. */
function svgSize(svg: string): { width: number; height: number } {
  if (XMLValidator.validate(svg) !== true) throw new Refused('isn’t well-formed XML');
  const fault = unsafe.find(([pattern]) => pattern.test(svg));
  if (fault) throw new Refused(fault[1]);
  const root = /^(?:\s|<\?xml[^>]*\?>|<!--.*?-->)*<svg\b[^>]*>/s.exec(svg)?.[0];
  if (!root) throw new Refused('isn’t an SVG image');
  const [, , width, height] = (/\bviewBox\s*=\s*["']([^"']+)["']/.exec(root)?.[1] ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (!width || !height || !(width > 0 && height > 0)) throw new Refused('has no viewBox');
  return { width, height };
}
