import { join, resolve } from 'node:path';
import { failStart } from '../../config/env.ts';
import { followSite } from './followSite.ts';

// Programs import this first: other modules read the brand when they are loaded. Nothing that it imports may import brand.ts.
try {
  if (!globalThis.nasimSite) followSite(join(resolve(process.env.DATA_DIR || './data'), 'site'));
} catch (error) {
  failStart(error);
}
