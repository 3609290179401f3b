import { readdirSync } from 'node:fs';
import type { Migration } from 'kysely/migration';

const names = readdirSync(import.meta.dirname)
  .flatMap((file) => /^(\d{4}-[a-z0-9-]+)\.ts$/.exec(file)?.[1] ?? [])
  .sort();

/**
 * All migrations of all product lines: the files of this folder, in the order of their names, because tables refer to those of other lines.
 * Numbers only define the order; one that is missing was never released.
 */
export const migrations: Record<string, Migration> = Object.fromEntries(
  await Promise.all(names.map(async (name) => [name, (await import(/* @vite-ignore */ `./${name}.ts`)) as Migration])), // each has `up`
);
