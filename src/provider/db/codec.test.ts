import Sqlite from 'better-sqlite3';
import { Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { ColumnCodecs, flag, json, unchecked } from './codec.ts';
import { EncodingSqliteDialect } from './dialects.ts';

interface Tables {
  key: { id: number; isOpen: boolean | null; names: string[]; title: string };
  note: { id: number; keyId: number; title: string[]; source: { at: number } | null };
}

async function opened() {
  const plugin = new ColumnCodecs<Tables>({
    key: { isOpen: flag, names: json(z.array(z.string())) },
    note: { title: json(z.array(z.string())), source: unchecked },
  });
  const db = new Kysely<Tables>({ dialect: new EncodingSqliteDialect({ database: new Sqlite(':memory:') }), plugins: [plugin] });
  onTestFinished(() => db.destroy());
  await sql`create table key (id integer, "isOpen" integer, names text, title text)`.execute(db);
  await sql`create table note (id integer, "keyId" integer, title text, source text)`.execute(db);
  await db
    .insertInto('key')
    .values({ id: 1, isOpen: true, names: ['a', 'b'], title: 'plain' })
    .execute();
  await db
    .insertInto('note')
    .values({ id: 2, keyId: 1, title: ['x'], source: { at: 5 } })
    .execute();
  return db;
}
const row = { id: 1, isOpen: true, names: ['a', 'b'], title: 'plain' };

test('stores flags as 0 or 1, and lists as JSON', async () => {
  const db = await opened();
  const plain = db.withoutPlugins();
  expect(await plain.selectFrom('key').selectAll().execute()).toEqual([{ ...row, isOpen: 1, names: '["a","b"]' }]);
  await db.updateTable('key').set({ isOpen: false, names: [] }).where('isOpen', '=', true).execute();
  expect(await plain.selectFrom('key').selectAll().execute()).toEqual([{ ...row, isOpen: 0, names: '[]' }]);
});

test('decodes columns by their table, whatever the query names them', async () => {
  const db = await opened();
  const joined = db.selectFrom('key as k').innerJoin('note', 'note.keyId', 'k.id');
  expect(await db.selectFrom('key').selectAll().execute()).toEqual([row]);
  expect(await joined.selectAll('k').execute()).toEqual([row]);
  expect(await joined.select(['isOpen', 'k.title', 'note.title as titles', 'source']).execute()).toEqual([
    { isOpen: true, title: 'plain', titles: ['x'], source: { at: 5 } },
  ]);
  expect(
    await db
      .selectFrom((e) => e.selectFrom('key').select('names as all').as('inner'))
      .selectAll()
      .execute(),
  ).toEqual([{ all: ['a', 'b'] }]);
  const scalar = db.selectFrom('note').select((e) => e.selectFrom('key').select('isOpen').whereRef('key.id', '=', 'note.keyId').as('open'));
  expect(await scalar.execute()).toEqual([{ open: true }]);
  expect(await db.updateTable('key').set({ isOpen: null }).returningAll().execute()).toEqual([{ ...row, isOpen: null }]);
  expect(await db.insertInto('key').values(row).returning('names').execute()).toEqual([{ names: ['a', 'b'] }]);
});

test('names the column whose stored value is invalid', async () => {
  const db = await opened();
  await sql`update key set names = '[1'`.execute(db);
  await expect(db.selectFrom('key').select('names as all').execute()).rejects.toThrow('the stored value of key.names is invalid');
  await sql`update key set names = '[1]', "isOpen" = 7`.execute(db);
  await expect(db.selectFrom('key').select('names').execute()).rejects.toThrow('key.names');
  await expect(db.deleteFrom('key').returning('isOpen').execute()).rejects.toThrow('the stored value of key.isOpen is invalid');
});
