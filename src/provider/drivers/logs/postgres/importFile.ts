import { randomInt } from 'node:crypto';
import { existsSync, renameSync, rmSync } from 'node:fs';
import type pg from 'pg';
import { HOUR } from '../../../../lib/time.ts';
import { sumFields } from '../logs.ts';
import { columns } from '../rows.ts';
import { openLogs } from '../sqlite/schema.ts';
import type { WithClient } from './read.ts';
import { createPartitions, inTransaction } from './schema.ts';
import { addSums, domainNumbers, insertEntries, markDirty, toColumns } from './write.ts';

const CHUNK = 1_000;

/**
 * Adds the log of an earlier version, which stored it in a file also with PostgreSQL. All of it or nothing: an interrupted import begins
 * again, and a complete one isn't repeated. Several portals may each have a file; what they have of one period is added up.
 * @param file gets another name afterwards; nothing happens if there is none
 */
export async function importLogs(file: string, withClient: WithClient, known: Set<string>): Promise<void> {
  if (!existsSync(file)) return;
  const db = openLogs(file, 'write');
  try {
    if (db.pragma('user_version', { simple: true }) === 0) db.pragma(`user_version = ${randomInt(1, 2 ** 31 - 1)}`);
    const id = `file ${db.pragma('user_version', { simple: true })}`;
    const times = db
      .prepare<[], number>(
        `select distinct at / ${HOUR} * ${HOUR} from line union select distinct at / ${HOUR} * ${HOUR} from sum union select distinct at from value`,
      )
      .pluck()
      .all();
    const domains = db.prepare<[], { n: number; id: string }>('select n, id from domain order by id').all();
    await withClient(async (client) => {
      await createPartitions(client, known, times);
      await inTransaction(client, async () => {
        const { rowCount } = await client.query('insert into imported (id) values ($1) on conflict do nothing', [id]);
        if (rowCount === 0) return;
        const numbers = await domainNumbers(
          client,
          domains.map((one) => one.id),
        );
        const byNumber = new Map(domains.map((one) => [one.n, numbers.get(one.id)]));
        /** Copies rows whose first column is the number of a domain. */
        const copy = async (select: string, insert: string) => {
          const rows = db.prepare<[], [number, ...unknown[]]>(select).raw();
          for (const chunk of chunks(rows.iterate()))
            await client.query(
              insert,
              toColumns(
                chunk.map(([n, ...rest]) => [byNumber.get(n), ...rest]),
                chunk[0]?.length ?? 0,
              ),
            );
        };
        await copy(`select domain, ${columns.join(', ')} from line order by domain, at, n`, insertEntries);
        await copy(`select domain, grain, at, ${sumFields.join(', ')} from sum order by grain, domain, at`, addSums);
        await copy(`select domain, grain, dim, at, value, requests, bytes, cachedRequests, last from value`, insertValues);
        await copy('select domain, grain, at from dirty order by grain, domain, at', markDirty);
        await copyBatches(client, db);
      });
    });
  } finally {
    db.close();
  }
  for (const suffix of ['-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
  renameSync(file, `${file}.imported`);
}

const insertValues = `insert into value (domain, grain, dim, at, value, requests, bytes, cachedRequests, last)
  select * from unnest($1::int[], $2::bigint[], $3::int[], $4::bigint[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[])`;

/** An edge that got no response sends its last batches again. */
async function copyBatches(client: pg.ClientBase, db: ReturnType<typeof openLogs>): Promise<void> {
  const rows = db.prepare<[], unknown[]>('select id, receivedAt, accepted from batch order by id').raw();
  for (const chunk of chunks(rows.iterate()))
    await client.query(
      'insert into batch (id, receivedAt, accepted) select * from unnest($1::text[], $2::bigint[], $3::int[]) on conflict do nothing',
      toColumns(chunk, 3),
    );
}

function* chunks<T>(rows: Iterable<T>): Generator<T[]> {
  let chunk: T[] = [];
  for (const row of rows) {
    chunk.push(row);
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
