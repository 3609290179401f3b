import { join, resolve } from 'node:path';
import { readSite } from './brandFile.ts';
import { failStart } from './env.ts';

// Programs import this first: other modules read the brand when they are loaded. Nothing that it imports may import brand.ts.
try {
  globalThis.nasimSite ??= readSite(join(resolve(process.env.DATA_DIR || './data'), 'site')) ?? undefined;
} catch (error) {
  failStart(error);
}
