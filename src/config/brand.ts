import { type Brand, builtInBrand } from './builtInBrand.ts';

export * from './builtInBrand.ts';

/** A file of the brand, as it is sent. */
export interface BrandFile {
  body: Buffer;
  type: string;
}

declare global {
  /** The brand of this installation, set by `loadBrand.ts` before other modules are loaded. Absent: the built-in one. */
  var nasimSite: { brand: Brand; files: ReadonlyMap<string, BrandFile> } | undefined;
}

/** ID of the element that gives the brand to the scripts of a page. */
export const BRAND_ELEMENT = 'brand-data';

function brandOfPage(): Brand | null {
  const text = typeof document === 'undefined' ? null : document.getElementById(BRAND_ELEMENT)?.textContent;
  return text ? (JSON.parse(text) as Brand) : null; // the server wrote it
}

/** The brand of this installation. It doesn’t change while a process runs, or until a page is loaded again. */
export const brand: Brand = globalThis.nasimSite?.brand ?? brandOfPage() ?? builtInBrand;
