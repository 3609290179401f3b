import { expect, onTestFinished, test } from 'vitest';
import { startProvider } from '../../../tests/support/provider.ts';
import { StartError } from '../../config/env.ts';
import { openStore } from '../db/open.ts';
import { confirmCurrency, requireCurrency } from './currency.ts';

const rial = { code: 'IRR', divisor: 10, minorDigits: 0 };

test('the currency can be chosen as long as there is no account', async () => {
  const store = await openStore({ file: ':memory:' });
  onTestFinished(() => store.close());
  const named = () => store.reader.selectFrom('meta').select('value').where('key', '=', 'currency').executeTakeFirst();
  await requireCurrency(store);
  expect(await named()).toEqual({ value: 'USD/10/2' });
  await requireCurrency(store, rial);
  expect(await named()).toEqual({ value: 'IRR/10/0' });
});

test('amounts that are stored keep their currency', async () => {
  const { store } = (await startProvider()).provider.services;
  const refused = () => expect(requireCurrency(store, rial)).rejects;
  await refused().toThrow(StartError);
  await refused().toThrow(/are in USD\/10\/2 .* is IRR\/10\/0/);
});

test('an earlier version may have stored amounts in any currency, which is confirmed once', async () => {
  const { store } = (await startProvider()).provider.services;
  await store.write('test', (tx) => tx.deleteFrom('meta').where('key', '=', 'currency').execute());
  // Nothing is stored: the former code may have had another one.
  await requireCurrency(store);
  await expect(requireCurrency(store, rial)).rejects.toThrow(StartError);
  await expect(requireCurrency(store, rial)).rejects.toThrow(/doesn't say .* npm run operator -- currency IRR$/);
  await expect(confirmCurrency(store, undefined, rial)).rejects.toThrow('npm run operator -- currency IRR');
  await expect(confirmCurrency(store, 'USD', rial)).rejects.toThrow('is IRR/10/0');
  expect(await confirmCurrency(store, 'IRR', rial)).toBe('The amounts in the database are in IRR/10/0 (code/divisor/minorDigits).');
  await requireCurrency(store, rial);
  await expect(requireCurrency(store)).rejects.toThrow(/are in IRR\/10\/0 .* is USD\/10\/2/);
  await expect(confirmCurrency(store, 'USD')).rejects.toThrow("are in IRR/10/0 (code/divisor/minorDigits). That can't be changed.");
});
