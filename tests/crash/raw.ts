import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';

/** The store on disk, read bypassing the provider. Column names are quoted in both dialects. */
export interface RawStore {
  kind: 'sqlite' | 'postgres';
  all<T>(statement: string): Promise<T[]>;
  close(): Promise<void>;
}

export async function openRaw({ dataDir = '', database }: { dataDir?: string; database?: string | undefined }): Promise<RawStore> {
  if (!database) {
    const file = new Sqlite(join(dataDir, 'nasim.sqlite'), { readonly: true });
    file.pragma('busy_timeout = 5000');
    return {
      kind: 'sqlite',
      all: async <T>(statement: string) => file.prepare(statement).all() as T[],
      close: async () => void file.close(),
    };
  }
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const connection = new pg.Client({ connectionString: database });
  await connection.connect();
  return {
    kind: 'postgres',
    all: async <T>(statement: string) => (await connection.query(statement)).rows as T[],
    close: () => connection.end(),
  };
}

/** Notes the rows of a statement that must find none. */
export const finder = (store: RawStore, faults: string[]) => async (what: string, statement: string) => {
  const rows = await store.all(statement);
  if (rows.length > 0) faults.push(`${what}: ${JSON.stringify(rows.slice(0, 3))}${rows.length > 3 ? ` and ${rows.length - 3} more` : ''}`);
};

/** Creates a database on a server, so that a second run finds nothing of the first. @returns its address */
export async function freshDatabase(server: string): Promise<string> {
  const name = `crash_${randomUUID().slice(0, 8)}`;
  const admin = await openRaw({ database: server });
  await admin.all(`create database ${name}`);
  await admin.close();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Mulberry32, numbers from 0 to 1, so that a failure can be reproduced with its seed. */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
};
