import type { ExpressionBuilder, Selectable, Updateable } from 'kysely';
import type { Store } from '../../src/provider/db/open.ts';
import type { Database } from '../../src/provider/db/schema.ts';

type Table = keyof Database;
type Row<T extends Table> = Selectable<Database[T]>;
interface Running {
  store: Store;
}
// Of a table that is a type parameter, the query builder can't tell the columns; the signatures below do.
// `e.and(where)` would compare with `is true`, which PostgreSQL refuses for the integers that flags are.
const condition = (where: object) => (e: ExpressionBuilder<Database, 'domain'>) =>
  e.and(Object.entries(where).map(([column, value]) => e(column as 'id', value === null ? 'is' : '=', value)));

/** Rows of a table with these values, oldest first where the table has IDs. A test reads a table only where no call shows the outcome. */
export async function stored<T extends Table>({ store }: Running, table: T, where: Partial<Row<T>> = {}): Promise<Row<T>[]> {
  const rows = (await store.reader
    .selectFrom(table as 'domain')
    .selectAll()
    .where(condition(where))
    .execute()) as unknown as Row<T>[];
  const idOf = (row: Row<T>) => String((row as { id?: unknown }).id ?? '');
  return rows.sort((a, b) => (idOf(a) < idOf(b) ? -1 : Number(idOf(a) > idOf(b))));
}

/** The only row of a table with these values; throws if there is none, or more than one. */
export async function storedOne<T extends Table>(running: Running, table: T, where: Partial<Row<T>> = {}): Promise<Row<T>> {
  const rows = await stored(running, table, where);
  const [row] = rows;
  if (!row || rows.length > 1) throw new Error(`${rows.length} rows in ${table}, expected 1`);
  return row;
}

/** Changes all rows with these values: a state that no call can produce, such as an earlier date. */
export async function updateStored<T extends Table>(
  { store }: Running,
  table: T,
  where: Partial<Row<T>>,
  values: Updateable<Database[T]>,
): Promise<void> {
  await store.write('test', (tx) =>
    tx
      .updateTable(table as 'domain')
      .set(values as never)
      .where(condition(where))
      .execute(),
  );
}
