import { readFileSync } from 'node:fs';

/** The version of the package. `scripts/cli.mjs` replaces this module by its value. */
export const version: string = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;
