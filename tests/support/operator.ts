import { writeInto } from './store.ts';

/** Makes an account of a running portal an operator, as `npm run operator` does. It counts from the next call on. */
export const makeOperator = (dataDir: string, email: string): Promise<unknown> =>
  writeInto(dataDir, ({ tx }) => tx.updateTable('user').set({ isAdmin: 1 }).where('email', '=', email).execute());
