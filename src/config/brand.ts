import { type Brand, builtInBrand } from './builtInBrand.ts';

export * from './builtInBrand.ts';

/** A file of the brand, as it is sent. */
export interface BrandFile {
  body: Buffer;
  type: string;
}

declare global {
  /** What is specific to this installation, set by `loadBrand.ts` before other modules are loaded. Absent: the built-in brand. */
  var nasimSite: Site | undefined;
}

export interface Site {
  brand: Brand;
  isBuiltIn: boolean;
  /** By their paths on this site. */
  files: ReadonlyMap<string, BrandFile>;
  /** Increases when the brand or a legal text has changed. */
  version: number;
}

/** Whether the brand is that of the build, which the scripts of pages have already. */
export const isBuiltInBrand = (): boolean => globalThis.nasimSite?.isBuiltIn ?? true;

/** ID of the element that gives the brand to the scripts of a page. */
export const BRAND_ELEMENT = 'brand-data';

function brandOfPage(): Brand | null {
  const text = typeof document === 'undefined' ? null : document.getElementById(BRAND_ELEMENT)?.textContent;
  return text ? (JSON.parse(text) as Brand) : null; // the server wrote it
}

/**
 * The brand of this installation. On a server its properties are replaced when its file changes (`followSite.ts`), except for the
 * currency: read them when they are needed, not when a module is loaded.
 */
export const brand: Brand = globalThis.nasimSite?.brand ?? brandOfPage() ?? builtInBrand;
