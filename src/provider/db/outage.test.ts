import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import pg from 'pg';
import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { snapshot } from '../../../tests/support/calls.ts';
import { withHandler } from '../../../tests/support/handlers.ts';
import { startProvider } from '../../../tests/support/provider.ts';
import { auth } from '../../lib/contract/account/auth.ts';
import { asCaller } from '../kernel/caller.ts';
import { databaseFault } from './faults.ts';

const onPostgres = process.env.TEST_DATABASE === 'postgres';
const change = { language: 'es' as const };

/** A provider whose log is recorded as text. */
async function started() {
  const lines: string[] = [];
  const p = await startProvider({ log: pino({ level: 'error' }, { write: (line: string) => void lines.push(line) }) });
  const token = await p.signIn();
  return { p, token, lines, save: () => p.try(auth.language, change, { token, locale: 'fa' }) };
}

test.skipIf(onPostgres)('a full disk answers 503, the log names it, reading goes on, and it heals without a restart', async () => {
  const { p, token, lines, save } = await started();
  const before = await snapshot(p);
  // SQLite reports a database that may not grow like a disk that is full. It rolls back by itself then.
  await p.store.write('t', async (tx) => {
    const { page_count: pages } = (await sql<{ page_count: number }>`pragma page_count`.execute(tx)).rows[0] ?? { page_count: 1 };
    await sql.raw(`pragma max_page_count = ${pages}`).execute(tx);
  });
  using big = withHandler(auth.language, (ctx) =>
    ctx.write(async ({ tx }) => {
      for (let i = 0; i < 200; i++)
        await tx
          .insertInto('throttle')
          .values({ id: String(i).padEnd(60_000, 'x'), count: 1, resetAt: 1 })
          .execute();
      return {};
    }),
  );
  const { status, body } = await save();
  expect([status, body.code, body.message]).toEqual([503, 'error:readOnly', expect.stringMatching(/[آ-ی]/)]);
  expect(lines.join('')).toContain('SQLITE_FULL');
  expect((await p.try(auth.profile, {}, { token })).status).toBe(200);
  expect(await snapshot(p)).toBe(before);
  await p.store.write('t', (tx) => sql`pragma max_page_count = 1000000`.execute(tx));
  big.mockRestore();
  expect((await save()).status).toBe(200);
});

test.skipIf(onPostgres)(
  'a store that can’t be written answers 503, reading and sessions go on, and it heals without a restart',
  async () => {
    using opened = vi.spyOn(Sqlite.prototype, 'pragma');
    const { p, token, lines, save } = await started();
    // The last connection that was opened for writing: the test's store. No change can lift what refuses each change.
    const at = opened.mock.calls.findLastIndex(([text]) => text === 'foreign_keys = ON');
    const writer = opened.mock.contexts[at] as Sqlite.Database | undefined; // the method's owner
    const before = await snapshot(p);
    writer?.pragma('query_only = 1');
    const refused = { status: 503, body: { code: 'error:readOnly', message: expect.stringMatching(/\p{L}/u) } };
    expect(await save()).toMatchObject(refused);
    expect(lines.join('')).toContain('SQLITE_READONLY');
    expect((await p.try(auth.profile, {}, { token })).status).toBe(200);
    expect(await p.try(auth.logout, {}, { token })).toMatchObject(refused);
    expect(await p.try(auth.refresh, {}, { headers: { lt: token } })).toMatchObject(refused);
    expect(await snapshot(p)).toBe(before);
    writer?.pragma('query_only = 0');
    expect((await save()).status).toBe(200);
    expect((await p.try(auth.logout, {}, { token })).status).toBe(200);
    expect((await p.try(auth.profile, {}, { token })).status).toBe(401);
  },
);

test.skipIf(!onPostgres)('a database that became read-only answers 503 to calls at the same time, and heals', async () => {
  const { p, token, lines, save } = await started();
  const client = new pg.Client({ connectionString: p.databaseUrl ?? '' });
  await client.connect();
  const name = new URL(p.databaseUrl ?? '').pathname.slice(1);
  const reconnect = () =>
    client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()', [name]);
  try {
    await client.query(`alter database ${name} set default_transaction_read_only = on`);
    await reconnect();
    // The first call may meet a connection that was just ended.
    await vi.waitFor(async () => expect(await save()).toMatchObject({ status: 503, body: { code: 'error:readOnly' } }));
    expect(lines.join('')).toContain('25006');
    expect((await Promise.all([save(), p.try(auth.logout, {}, { token })])).map(({ status }) => status)).toEqual([503, 503]);
    await client.query('set session characteristics as transaction read write');
    await client.query(`alter database ${name} reset default_transaction_read_only`);
    await reconnect();
    await vi.waitFor(async () => expect((await save()).status).toBe(200));
  } finally {
    await client.end();
  }
});

test('a failed rollback doesn’t hide the error that led to it', async () => {
  const { p } = await started();
  const failing = p.store.write('t', async (tx) => {
    await sql`rollback`.execute(tx);
    throw new Error('the first error');
  });
  await expect(failing).rejects.toThrow('the first error');
  expect(await p.store.write('t', async () => 1)).toBe(1);
});

test('a call whose time is over starts no further change', async () => {
  const { p, token } = await started();
  const over = new AbortController();
  using _ = withHandler(auth.language, (ctx) => {
    over.abort(new DOMException('over', 'TimeoutError'));
    return ctx.write(async ({ tx }) => {
      await tx.updateTable('user').set({ firstName: 'Changed' }).execute();
      ctx.changedNothing();
      return {};
    });
  });
  const before = await snapshot(p);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const sent = { method: 'POST', headers, body: JSON.stringify(change), signal: over.signal };
  const request = new Request('http://provider/auth/language', sent);
  expect((await p.provider.answer(request, { ip: '192.0.2.1' })).status).toBe(503);
  expect(await snapshot(p)).toBe(before);
});

const failed = (message: string, code?: string) => Object.assign(new Error(message), code && { code });
test.each([
  [failed('connect', 'ECONNREFUSED'), 'unavailable'],
  [new AggregateError([failed('connect', 'ECONNREFUSED')]), 'unavailable'],
  [failed('timeout exceeded when trying to connect'), 'unavailable'],
  [failed('shutting down', '57P01'), 'unavailable'],
  [failed('statement timeout', '57014'), 'busy'],
  [failed('locked', 'SQLITE_BUSY'), 'busy'],
  [failed('disk full', '53100'), 'readOnly'],
  [failed('something else'), null],
])('%s is classified', (error, fault) => {
  expect(databaseFault(error)).toBe(fault);
});

test.skipIf(!onPostgres)('a database that stopped answers 503 with a time to retry to calls at the same time, and heals', async () => {
  const { p, save } = await started();
  const url = new URL(p.databaseUrl ?? '');
  const name = url.pathname.slice(1);
  url.pathname = '/postgres';
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  try {
    await admin.query(`alter database ${name} allow_connections false`);
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    for (const answer of await Promise.all([save(), save()])) {
      expect(answer).toMatchObject({ status: 503, body: { code: 'error:unavailable' } });
      expect(answer.headers.get('retry-after')).toBe('5');
    }
    await admin.query(`alter database ${name} allow_connections true`);
    expect((await save()).status).toBe(200);
  } finally {
    await admin.end();
  }
});

test.skipIf(!onPostgres)('a customer with many transactions at the same time leaves connections to the others', async () => {
  const { p } = await started();
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  let count = 0;
  const busy = Array.from({ length: 30 }, (_, i) =>
    asCaller('busy', () =>
      p.store.write(`lock ${i}`, async (tx) => {
        if (++count === 4) begun.resolve();
        await sql`select 1`.execute(tx);
        await gate.promise;
        // What a transaction reads besides doesn't wait for its own customer.
        await sql`select 1`.execute(p.store.reader);
      }),
    ),
  );
  await begun.promise;
  expect((await asCaller('other', () => sql`select 1 as one`.execute(p.store.reader))).rows).toEqual([{ one: 1 }]);
  expect(count).toBe(4);
  gate.resolve();
  await Promise.all(busy);
  expect(count).toBe(30);
});
