import { readFileSync } from 'node:fs';

/** The version of this installation, as in `0.2.0`. */
export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }; // this project's
  return version;
}
