import pg from 'pg';

// Integers are returned as numbers: times and mills stay below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** A pool of connections. A broken one must not end the process, idle or in use; the next query opens a new one. */
export function postgresPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(options);
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
