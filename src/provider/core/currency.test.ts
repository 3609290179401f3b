import { expect, onTestFinished, test } from 'vitest';
import { startProvider } from '../../../tests/support/provider.ts';
import { StartError } from '../../config/env.ts';
import { openStore } from '../db/open.ts';
import { requireCurrency } from './currency.ts';

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

test('amounts that are stored keep their currency, also those of an earlier version', async () => {
  const { store } = (await startProvider()).provider.services;
  const refused = () => expect(requireCurrency(store, rial)).rejects;
  await refused().toThrow(StartError);
  await refused().toThrow(/are in USD\/10\/2 .* is IRR\/10\/0/);
  await store.write('test', (tx) => tx.deleteFrom('meta').where('key', '=', 'currency').execute());
  await refused().toThrow(/are in USD\/10\/2 /);
  await requireCurrency(store);
});
