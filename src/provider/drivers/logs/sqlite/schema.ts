import Sqlite from 'better-sqlite3';
import { sumFields } from '../logs.ts';

/*
 * Rows are clustered by domain and time, because every read is about one domain and a range of time. `dirty` has the hours and days whose
 * values must be counted from single requests, because they aren't over or lines arrived late.
 */
const schema = `
  create table if not exists domain (n integer primary key, id text not null unique);
  create table if not exists batch (id text primary key, receivedAt integer not null, accepted integer not null) without rowid;
  create table if not exists line (
    domain integer not null, at integer not null, n integer not null,
    id text not null, host text not null, ip text not null, country text not null, asn integer, method text not null,
    path text not null, query text not null, userAgent text not null, referer text not null, protocol text not null, tls text,
    status integer not null, bytes integer not null, originBytes integer not null, cache text not null, outcome text not null,
    layer text not null, ruleId text not null, reason text not null, findings text not null, originStatus integer,
    ms integer not null, originMs integer, server text not null, target text, pageRuleId text, matches text,
    primary key (domain, at, n)
  ) without rowid;
  create index if not exists line_acted_id on line (id) where layer <> '' or findings <> '';
  create index if not exists line_acted on line (domain, at, n) where layer <> '' or findings <> '';
  create table if not exists sum (
    domain integer not null, grain integer not null, at integer not null,
    ${sumFields.map((name) => `${name} integer not null`).join(', ')},
    primary key (domain, grain, at)
  ) without rowid;
  create table if not exists value (
    domain integer not null, grain integer not null, dim integer not null, at integer not null, value text not null,
    requests integer not null, bytes integer not null, cachedRequests integer not null, last integer not null,
    primary key (domain, grain, dim, at, value)
  ) without rowid;
  create table if not exists dirty (domain integer not null, grain integer not null, at integer not null, primary key (domain, grain, at)) without rowid;
  create table if not exists last (n integer not null);
`;

/**
 * Opens the file for the thread that writes, or for the one that reads. A commit survives the end of the process; after a power failure, edges
 * that received no response send the last batches again.
 */
export function openLogs(file: string, role: 'write' | 'read', options: Sqlite.Options = {}): Sqlite.Database {
  const db = new Sqlite(file, { ...options, readonly: role === 'read' });
  db.pragma('busy_timeout = 10000');
  db.pragma('cache_size = -65536');
  db.pragma('temp_store = MEMORY');
  if (role === 'read') return db;
  db.pragma('page_size = 8192');
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  db.pragma('wal_autocheckpoint = 4000');
  db.exec(schema);
  // Added later: a file of an earlier version doesn't have them.
  const hasColumn = db.prepare("select 1 from pragma_table_info('line') where name = ?");
  for (const name of ['target', 'pageRuleId', 'matches'])
    if (hasColumn.get(name) === undefined) db.exec(`alter table line add column ${name} text`);
  return db;
}
