import { describe, expect, test } from 'vitest';
import { s3Store, startObjectStore } from '../../../../tests/support/objects.ts';
import { objectStoreContract } from '../../../../tests/support/objects-contract.ts';

describe('the embedded store', () =>
  objectStoreContract(async () => {
    const { store } = await startObjectStore();
    // `listen` was called already.
    store.listen = async () => {};
    return store;
  }));

test('an external store that implements S3 stores, lists and removes an object', async () => {
  const store = await s3Store();
  await store.createSpace('photos');
  await store.put('photos', 'a/گزارش.txt', Buffer.from('hello'), 'text/plain');
  expect((await store.list('photos', { limit: 10 })).objects.map(({ key, size }) => [key, size])).toEqual([['a/گزارش.txt', 5]]);
  expect((await store.read('photos', 'a/گزارش.txt', 100)).toString()).toBe('hello');
  await store.remove('photos', ['a/گزارش.txt']);
  expect(await store.head('photos', 'a/گزارش.txt')).toBeNull();
});
