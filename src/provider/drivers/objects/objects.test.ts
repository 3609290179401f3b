import { describe } from 'vitest';
import { rootKey, startObjectStore } from '../../../../tests/support/objects.ts';
import { objectStoreContract } from '../../../../tests/support/objects-contract.ts';
import { S3Store } from './s3.ts';

/** `listen` was called already. */
const listening = (store: Awaited<ReturnType<typeof startObjectStore>>['store']) => {
  store.listen = async () => {};
  return store;
};

describe('the embedded store', () => objectStoreContract(async () => listening((await startObjectStore()).store)));

describe('an external store that implements S3', () =>
  objectStoreContract(async () => {
    const { url } = await startObjectStore();
    return new S3Store({ endpoint: url, region: 'us-east-1', key: rootKey, clock: Date.now });
  }));
