import { brand, builtInBrand } from '../../config/brand.ts';
import { StartError } from '../../config/env.ts';
import type { Store } from '../db/open.ts';

const KEY = 'currency';
const text = ({ code, divisor, minorDigits }: typeof brand.currency): string => `${code}/${divisor}/${minorDigits}`;

/**
 * Remembers the currency of the brand with the first account. Amounts are stored in mills without a currency: with another one, every
 * price, balance and invoice would silently mean something else.
 * @throws StartError when the database has accounts with another currency
 */
export async function requireCurrency(store: Store, currency = brand.currency): Promise<void> {
  const own = text(currency);
  const stored = await store.write(KEY, async (tx) => {
    const row = await tx.selectFrom('meta').select('value').where('key', '=', KEY).executeTakeFirst();
    const account = await tx.selectFrom('user').select('id').limit(1).executeTakeFirst();
    const value = account ? (row?.value ?? text(builtInBrand.currency)) : own;
    if (row?.value !== value)
      await tx
        .insertInto('meta')
        .values({ key: KEY, value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute();
    return value;
  });
  if (stored === own) return;
  throw new StartError(
    `The amounts in the database are in ${stored} (code/divisor/minorDigits), the currency of DATA_DIR/site/brand.json is ${own}. It can only be chosen before the first account exists: set the former one, or use an empty database.`,
  );
}
