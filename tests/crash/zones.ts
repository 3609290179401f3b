import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import type { RawStore } from './raw.ts';

const SETTLED_MS = 90_000;

interface Wanted {
  entityId: string;
  isRemoved: number;
  wantedVersion: number;
  observedVersion: number;
  status: string;
}
const wanted = (store: RawStore) =>
  store.all<Wanted>('select "entityId", "isRemoved", "wantedVersion", "observedVersion", status from desired where kind = \'zone\'');

/** Versions by zone, as the driver of zone files keeps them. */
function storedVersions(folder: string): Map<string, number> {
  if (!existsSync(join(folder, 'register.sqlite'))) return new Map();
  const register = new Sqlite(join(folder, 'register.sqlite'), { readonly: true });
  try {
    const rows = register.prepare('select name, version from zone').all() as { name: string; version: number }[]; // its two columns
    return new Map(rows.map(({ name, version }) => [name, version]));
  } finally {
    register.close();
  }
}

/** Right after a kill: nothing is recorded as deployed that the name server doesn't have. */
export async function checkRecorded(store: RawStore, folder: string): Promise<string[]> {
  const versions = storedVersions(folder);
  return (await wanted(store))
    .filter(({ entityId, observedVersion }) => observedVersion > (versions.get(entityId) ?? 0))
    .map(({ entityId, observedVersion }) => `${entityId} is said to be published at ${observedVersion}, and is not`);
}

/** At the end: every zone matches the database, and removed ones are gone. @param open the store, reopened for each check */
export async function checkPublished(open: () => Promise<RawStore>, folder: string): Promise<string[]> {
  const until = Date.now() + SETTLED_MS;
  for (;;) {
    const store = await open();
    const rows = await wanted(store);
    const counts = new Map(
      (await store.all<{ name: string; recordCount: number }>('select name, "recordCount" from domain')).map((row) => [
        row.name,
        row.recordCount,
      ]),
    );
    await store.close();
    const late = rows.filter(({ status, observedVersion, wantedVersion }) => status !== 'done' || observedVersion !== wantedVersion);
    if (late.length > 0) {
      if (Date.now() > until) return [`${late.length} zones were not published within ${SETTLED_MS / 1000} s, as ${late[0]?.entityId}`];
      await wait(500);
      continue;
    }
    return rows.flatMap(({ entityId, isRemoved, wantedVersion }) => {
      const file = join(folder, 'zones', entityId);
      if (isRemoved) return existsSync(file) ? [`${entityId} was removed and is there`] : [];
      if (!existsSync(file)) return [`${entityId} has no file`];
      const lines = readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => /\tIN\t/.test(line));
      const serial = Number(/\tSOA\t\S+ \S+ (\d+)/.exec(lines[0] ?? '')?.[1]);
      // One SOA, two NS, and the records.
      const records = lines.length - 3;
      if (serial === wantedVersion && records === counts.get(entityId)) return [];
      return [`${entityId} has serial ${serial} with ${records} records, not ${wantedVersion} with ${counts.get(entityId)}`];
    });
  }
}
