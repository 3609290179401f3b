import { brand, builtInBrand } from '../../config/brand.ts';
import { StartError } from '../../config/env.ts';
import type { Store } from '../db/open.ts';
import type { Tx } from '../db/schema.ts';

const KEY = 'currency';
const text = ({ code, divisor, minorDigits }: typeof brand.currency): string => `${code}/${divisor}/${minorDigits}`;

interface Amounts {
  /** What the database says about its amounts; null: nothing. */
  stored: string | null;
  hasAccounts: boolean;
}
async function readAmounts(tx: Tx): Promise<Amounts> {
  const row = await tx.selectFrom('meta').select('value').where('key', '=', KEY).executeTakeFirst();
  const account = await tx.selectFrom('user').select('id').limit(1).executeTakeFirst();
  return { stored: row?.value ?? null, hasAccounts: account !== undefined };
}
const save = (tx: Tx, value: string) =>
  tx
    .insertInto('meta')
    .values({ key: KEY, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();

const isIn = (stored: string) => `The amounts in the database are in ${stored} (code/divisor/minorDigits)`;

/**
 * Stores the currency of the brand before the first account exists. Amounts are stored in mills without a currency: with another one, every
 * price, balance and invoice would silently mean something else. A database of a version without this value may have amounts in any
 * currency: its code had the brand.
 * @throws StartError when the database has accounts with another currency, or with one that nobody has confirmed
 */
export async function requireCurrency(store: Store, currency = brand.currency): Promise<void> {
  const own = text(currency);
  const stored = await store.write(KEY, async (tx) => {
    const amounts = await readAmounts(tx);
    if (amounts.hasAccounts || amounts.stored === own) return amounts.stored;
    await save(tx, own);
    return own;
  });
  if (stored === own) return;
  if (stored !== null)
    throw new StartError(
      `${isIn(stored)}, the currency of DATA_DIR/site/brand.json is ${own}. It can only be chosen before the first account exists: set the former one, or use an empty database.`,
    );
  if (own === text(builtInBrand.currency)) return;
  throw new StartError(
    `The currency of DATA_DIR/site/brand.json is ${own} (code/divisor/minorDigits). An earlier version wrote the database, which doesn't say in which currency its amounts are. If it is this one, run: npm run operator -- currency ${currency.code}`,
  );
}

/**
 * Stores that the amounts of a database of an earlier version are in the currency of the brand: `npm run operator -- currency CODE`.
 * @returns the output
 * @throws {Error} with a readable message
 */
export async function confirmCurrency(store: Store, code: string | undefined, currency = brand.currency): Promise<string> {
  const own = text(currency);
  if (code !== currency.code)
    throw new Error(
      `The currency of this installation is ${own} (code/divisor/minorDigits): npm run operator -- currency ${currency.code}`,
    );
  return store.write(KEY, async (tx) => {
    const { stored, hasAccounts } = await readAmounts(tx);
    if (stored !== null && stored !== own && hasAccounts) throw new Error(`${isIn(stored)}. That can't be changed.`);
    await save(tx, own);
    return `${isIn(own)}.`;
  });
}
