import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';

/** The store as it lies on the disk, read past the provider. Names of columns are quoted in both dialects. */
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
