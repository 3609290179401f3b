import type { BrandFile } from '../config/brand.ts';

/**
 * The files that an installation has of its brand: logos, the image for shared links, and the icons of its logo, which are drawn when
 * they are first needed.
 * @returns a function that finds the file of a path; null: there is none, or the built-in one is right
 */
export function makeBrandFiles(): (path: string) => (() => Promise<BrandFile>) | null {
  /** By size, of a logo. */
  let bitmaps = new Map<string, Promise<BrandFile>>();
  let iconsOf: Buffer | undefined;
  const draw = (size: '96' | '180', source: Buffer) => {
    if (iconsOf !== source) bitmaps = new Map();
    iconsOf = source;
    const known = bitmaps.get(size);
    if (known) return known;
    // sharp takes 100 ms to load, and most starts don't need it.
    const drawing = import('./icon.ts').then(async ({ drawIcon }) => ({ body: await drawIcon(source, size), type: 'image/png' }));
    bitmaps.set(size, drawing);
    return drawing;
  };
  return (path) => {
    const site = globalThis.nasimSite;
    const file = site?.files.get(path);
    if (file) return async () => file;
    const size = /^\/icons\/(96|180)\.png$/.exec(path)?.[1];
    const logo = site?.brand.logo ? site.files.get(site.brand.logo) : undefined;
    return logo && (size === '96' || size === '180') ? () => draw(size, logo.body) : null;
  };
}
