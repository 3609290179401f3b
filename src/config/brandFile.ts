import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { XMLValidator } from 'fast-xml-parser';
import type { z } from 'zod';
import english from '../content/i18n/en/operator/operatorBrand.json' with { type: 'json' };
import { key } from '../lib/i18n/key.ts';
import type { TKey, TParams } from '../lib/i18n/keys.ts';
import type { BrandFile, Site } from './brand.ts';
import { colorFaults } from './brandColors.ts';
import { LEAST_CONTRAST } from './brandContrast.ts';
import { BrandDocument, BrandThemes } from './brandDocument.ts';
import { type Brand, builtInBrand } from './builtInBrand.ts';
import { StartError } from './env.ts';

/** Where the portal serves the files of the brand. */
const BASE = '/brand/';
/** Bytes of an image. */
export const MOST_IMAGE = 1024 * 1024;
/** Facebook and X show at least 1.91 : 1 in this size. */
const SHARE = { width: 1200, height: 630 } as const;

/** What is wrong with a field. The message of a rule of the brand is the key of its text; zod has its own for what it checks itself. */
export type BrandIssue = z.core.$ZodIssue;
const toIssue = (path: PropertyKey[], message: TKey, params: TParams = {}): BrandIssue => ({
  code: 'custom',
  path,
  message,
  params,
  input: undefined,
});

/** Where a color is unreadable. */
const lowContrast = {
  brand: key('operatorBrand:error.contrastBrand'),
  brandHover: key('operatorBrand:error.contrastHover'),
  menu: key('operatorBrand:error.contrastMenu'),
} as const;

/**
 * Checks a `brand.json` without its images.
 * @param value its JSON value
 * @returns `document`: null when its fields are wrong; with unreadable colors it is there, and `issues` has them
 */
function checkDocument(value: unknown): { document: BrandDocument | null; issues: BrandIssue[] } {
  const { data: document = null, error } = BrandDocument.safeParse(value);
  const { colors = undefined } = typeof value === 'object' && value !== null && 'colors' in value ? value : {};
  const { data: themes } = BrandThemes.safeParse(colors);
  const issues = (themes ? colorFaults(themes) : []).map(({ theme, text, on, ratio }) =>
    toIssue(['colors', theme, text], lowContrast[on], { ratio, least: LEAST_CONTRAST }),
  );
  return { document, issues: [...(error?.issues ?? []), ...issues] };
}

/**
 * Checks a `brand.json` with the images that it names, and makes the brand of it.
 * @param value its JSON value
 * @param folder `DATA_DIR/site`
 * @returns `site`: null when there are `issues`. `document`: null when its fields are wrong
 */
export function checkSite(
  value: unknown,
  folder: string,
): { document: BrandDocument | null; issues: BrandIssue[]; site: Pick<Site, 'brand' | 'files'> | null } {
  const { document, issues } = checkDocument(value);
  if (document === null) return { document, issues, site: null };
  const files = new Map<string, BrandFile>();
  const add = (path: PropertyKey[], use: ImageUse, name: string): Placed => {
    try {
      const image = readImage(use, folder, name);
      // The hash lets browsers keep the file.
      const src = `${BASE}${imageHash(image.body)}-${name}`;
      files.set(src, image);
      return { src, width: image.width, height: image.height };
    } catch (error) {
      if (!(error instanceof ImageFault)) throw error;
      issues.push(toIssue(path, error.code, { file: name }));
      return { src: '', width: 0, height: 0 };
    }
  };
  const { logo, shareImage, logos = [] } = document;
  const own = logo ? add(['logo'], 'logo', logo).src : null;
  const share = shareImage ? add(['shareImage'], 'shareImage', shareImage).src : null;
  const listed = logos.map(({ file, name }, index) => ({ name, ...add(['logos', index, 'file'], 'logos', file) }));
  const brand = { ...complete(document), logo: own, shareImage: share, logos: listed };
  return { document, issues, site: issues.length === 0 ? { brand, files } : null };
}

/** Names a version of an image. */
export const imageHash = (body: Uint8Array): string => createHash('sha256').update(body).digest('hex').slice(0, 12);

/**
 * The brand of an installation: `brand.json` and the files that it names.
 * @param folder `DATA_DIR/site`
 * @returns null without a `brand.json`: the built-in brand
 * @throws StartError with every problem, by field
 */
export function readSite(folder: string): Pick<Site, 'brand' | 'files'> | null {
  const file = join(folder, 'brand.json');
  if (!existsSync(file)) return null;
  const { site, issues } = checkSite(parse(file), folder);
  if (!site) throw invalid(file, issues);
  return site;
}

/**
 * The same without its files, for edges: their pages load nothing. `logo` is the name of its file.
 * @param file a `brand.json`
 * @throws StartError with every problem, by field
 */
export function readBrandOfEdge(file: string): Brand {
  if (!existsSync(file)) throw new StartError(`EDGE_BRAND: ${file} does not exist.`);
  const { document, issues } = checkDocument(parse(file));
  if (document === null || issues.length > 0) throw invalid(file, issues);
  return { ...complete(document), logo: document.logo ?? null, shareImage: null, logos: [] };
}

type Placed = Omit<Brand['logos'][number], 'name'>;

/** The brand of a document, but for its images. What is empty, or isn't there, has the value of the built-in brand or none. */
function complete(document: BrandDocument): Omit<Brand, 'logo' | 'shareImage' | 'logos'> {
  const { name, legalName, motto, contact, support, invoices, colors, currency, popCodes, links, social, quotes, docsEditUrl } = document;
  const { issuer, taxPercent } = invoices;
  return {
    name,
    legalName: legalName || name.en,
    motto: motto ?? { en: '', fa: '', ar: '', es: '' },
    contact: { email: contact.email, phone: contact.phone || null },
    support: {
      aroundTheClock: support?.aroundTheClock ?? true,
      officeHours: support?.officeHours ?? builtInBrand.support.officeHours,
      replyHours: support?.replyHours ?? builtInBrand.support.replyHours,
    },
    invoices: { issuer, taxRate: Math.round(taxPercent * 100) },
    colors: colors ?? builtInBrand.colors,
    currency: currency ?? builtInBrand.currency,
    popCodes: popCodes ?? [],
    links: links ?? [],
    social: social ?? [],
    quotes: quotes ?? [],
    docsEditUrl: docsEditUrl ?? null,
  };
}

/** @throws StartError when the file isn't JSON */
function parse(file: string): unknown {
  try {
    return parseBrand(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new StartError(`${file} is not valid.\n${error instanceof Error ? error.message : error}`);
  }
}

/** The JSON value of a `brand.json`. @throws SyntaxError */
export const parseBrand = (content: string): unknown => JSON.parse(content.replace(/^\ufeff/, ''));

const invalid = (file: string, issues: readonly BrandIssue[]) =>
  new StartError(
    `${file} is not valid.\n${issues.map((issue) => `${issue.path.join('.') || 'brand.json'}: ${inWords(issue)}`).join('\n')}`,
  );

const texts: Partial<Record<string, string>> = english.error;
/** In English: nothing else can be read before the brand is. */
function inWords(issue: BrandIssue): string {
  const text = texts[/^operatorBrand:error\.(\w+)$/.exec(issue.message)?.[1] ?? ''];
  if (text === undefined) return issue.message;
  const params = issue.code === 'custom' ? issue.params : {};
  return text.replace(/\{\{(\w+)\}\}/g, (_, name) => String(params?.[name] ?? ''));
}

/** Why an image can't be used. */
export class ImageFault extends Error {
  /** The key of a text with the param `file`. */
  readonly code: TKey;
  constructor(code: TKey) {
    super(code);
    this.code = code;
  }
}

/** What an image is for: `logos` are those of customers. */
type ImageUse = 'logo' | 'shareImage' | 'logos';
interface ImageSize {
  width: number;
  height: number;
  type: string;
}

/** @throws ImageFault */
function readImage(use: ImageUse, folder: string, name: string): BrandFile & ImageSize {
  const file = join(folder, name);
  if (!existsSync(file)) throw new ImageFault('operatorBrand:error.imageMissing');
  return checkImage(use, extname(name), readFileSync(file));
}

/**
 * Checks the content of an image.
 * @param extension of its name: `.svg` or `.png`
 * @throws ImageFault
 */
export function checkImage(use: ImageUse, extension: string, body: Buffer): BrandFile & ImageSize {
  if (body.length > MOST_IMAGE) throw new ImageFault('operatorBrand:error.imageLarge');
  const image =
    extension === '.svg'
      ? { body, type: 'image/svg+xml', ...svgSize(body.toString('utf8')) }
      : { body, type: 'image/png', ...pngSize(body) };
  const { type, width, height } = image;
  if (use === 'logo' && width !== height) throw new ImageFault('operatorBrand:error.square');
  if (use === 'shareImage' && (type !== 'image/png' || width !== SHARE.width || height !== SHARE.height))
    throw new ImageFault('operatorBrand:error.shareSize');
  return image;
}

/** Whether a file begins as a PNG image does. */
export const isPng = (body: Buffer): boolean => body.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));

/** The size in the header of a PNG image (PNG specification, section 11.2.1). */
function pngSize(body: Buffer): { width: number; height: number } {
  if (body.length <= 24 || !isPng(body)) throw new ImageFault('operatorBrand:error.notPng');
  return { width: body.readUInt32BE(16), height: body.readUInt32BE(20) };
}

/** What an SVG image must not contain, with the reason. It is only shown as an image, which runs and loads nothing; this is the second lock. */
const unsafe: readonly [RegExp, TKey][] = [
  [/<!(?:DOCTYPE|ENTITY)/i, 'operatorBrand:error.svgDoctype'],
  [/<\?(?!xml[\s?])/i, 'operatorBrand:error.svgInstruction'],
  [/<(?:[\w-]+:)?(?:script|foreignObject|iframe|embed|object|audio|video|set|animate\w*|handler)[\s/>]/i, 'operatorBrand:error.svgContent'],
  [/[\s"']on\w+\s*=/i, 'operatorBrand:error.svgHandler'],
  [/&#/, 'operatorBrand:error.svgReference'],
  [/\bhref\s*=\s*(?!["']#)/i, 'operatorBrand:error.svgOutside'],
  [/url\(\s*(?!["']?#)|@import/i, 'operatorBrand:error.svgOutside'],
];

/** The size of an SVG image in its own units. */
function svgSize(svg: string): { width: number; height: number } {
  if (XMLValidator.validate(svg) !== true) throw new ImageFault('operatorBrand:error.svgSyntax');
  const fault = unsafe.find(([pattern]) => pattern.test(svg));
  if (fault) throw new ImageFault(fault[1]);
  const root = /^(?:\s|<\?xml[^>]*\?>|<!--.*?-->)*<svg\b[^>]*>/s.exec(svg)?.[0];
  if (!root) throw new ImageFault('operatorBrand:error.notSvg');
  const [, , width, height] = (/\bviewBox\s*=\s*["']([^"']+)["']/.exec(root)?.[1] ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (!width || !height || !(width > 0 && height > 0)) throw new ImageFault('operatorBrand:error.svgViewBox');
  return { width, height };
}
