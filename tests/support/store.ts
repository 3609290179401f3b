import { join } from 'node:path';
import { openStore, type Store } from '../../src/provider/db/open.ts';
import type { Tx } from '../../src/provider/db/schema.ts';
import { uuidv7 } from '../../src/provider/kernel/ids.ts';

interface Writing {
  tx: Tx;
  now: number;
  newId(): string;
}

/** Writes into the store of a running provider from outside, as a second process of it would. */
export async function writeInto<T>(dataDir: string, work: (writing: Writing) => Promise<T>): Promise<T> {
  const store: Store = await openStore({ file: join(dataDir, 'nasim.sqlite') });
  try {
    return await store.write('test', (tx) => work({ tx, now: Date.now(), newId: () => uuidv7(Date.now()) }));
  } finally {
    await store.close();
  }
}

/** The id of the customer with that address. */
export async function readAccountId(tx: Tx, email: string): Promise<string> {
  return (await tx.selectFrom('user').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
}

/** Activates a domain without a registrar: no registry knows the names of a test. */
export const activate = (dataDir: string, name: string) =>
  writeInto(dataDir, ({ tx, now }) =>
    tx.updateTable('domain').set({ status: 'active', activatedAt: now }).where('name', '=', name).execute(),
  );
