/** An address of ClickHouse's HTTP interface, as `CLICKHOUSE_URL` has it. */
export interface ClickHouseAddress {
  /** Protocol, host and port. */
  origin: string;
  username: string;
  password: string;
  database: string;
}

/** The parts of `https://user:password@host:port/database`; the database is `default` without one. Null: something else, or more. */
export function toClickHouseAddress(text: string): ClickHouseAddress | null {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || !url.username) return null;
  const [, database = ''] = /^\/([A-Za-z_][A-Za-z0-9_]{0,63})?$/.exec(url.pathname) ?? [null, null];
  if (database === null) return null;
  try {
    return {
      origin: url.origin,
      username: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      database: database || 'default',
    };
  } catch {
    return null;
  }
}
