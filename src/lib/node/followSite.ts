import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Site } from '../../config/brand.ts';
import { readSite } from '../../config/brandFile.ts';
import { builtInBrand } from '../../config/builtInBrand.ts';
import { makeLogger } from './log.ts';

/** How long a change takes at most, twice: a file that is still being written isn't read. */
const EVERY_MS = 1_000;

const builtIn = (): Pick<Site, 'brand' | 'files' | 'isBuiltIn'> => ({
  brand: structuredClone(builtInBrand),
  files: new Map(),
  isBuiltIn: true,
});

function read(folder: string): Pick<Site, 'brand' | 'files' | 'isBuiltIn'> {
  const own = readSite(folder);
  return own ? { ...own, isBuiltIn: false } : builtIn();
}

/** The names, sizes and times of the files of an installation: another text after a change. */
function fingerprint(folder: string): string {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .sort()
      .map((name) => {
        const { size, mtimeMs } = statSync(join(folder, name));
        return `${name} ${size} ${mtimeMs}`;
      })
      .join('\n');
  } catch {
    // There is no folder, or a file of it has just been removed.
    return '';
  }
}

/**
 * Reads the brand of an installation into `globalThis.nasimSite`, and again whenever a file of it changes, which needs no restart. What
 * isn't valid then is reported and not used. The currency stays: amounts were computed with it.
 * @param folder `DATA_DIR/site`
 * @returns ends it
 * @throws StartError when the brand isn't valid at the start
 */
export function followSite(folder: string, log = makeLogger('site'), everyMs = EVERY_MS): () => void {
  const site: Site = { ...read(folder), version: 0 };
  globalThis.nasimSite = site;
  let used = fingerprint(folder);
  let found = used;
  const timer = setInterval(() => {
    const now = fingerprint(folder);
    const isSettled = now === found;
    found = now;
    if (!isSettled || now === used) return;
    used = now;
    try {
      const { brand, files, isBuiltIn } = read(folder);
      const { currency } = site.brand;
      if (JSON.stringify(brand.currency) !== JSON.stringify(currency)) log.warn('the currency of brand.json takes effect after a restart');
      Object.assign(site.brand, brand, { currency });
      Object.assign(site, { files, isBuiltIn, version: site.version + 1 });
      log.info('the brand was read again');
    } catch (error) {
      log.error({ err: error }, 'the changed brand is not valid, and the former one stays');
    }
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
