import { writeInto } from './store.ts';

/** Makes an account of a running portal an operator, like `npm run operator`. Effective from the next call. */
export const makeOperator = (dataDir: string, email: string): Promise<unknown> =>
  writeInto(dataDir, ({ tx }) => tx.updateTable('user').set({ staffRole: 'admin' }).where('email', '=', email).execute());
