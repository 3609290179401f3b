import { describe } from 'vitest';
import { s3Store, startObjectStore } from '../../../../tests/support/objects.ts';
import { objectStoreContract } from '../../../../tests/support/objectsContract.ts';

describe('the embedded store', () =>
  objectStoreContract(async () => {
    const { store } = await startObjectStore();
    // `listen` was called already.
    store.listen = async () => {};
    return store;
  }));

describe('an external store that implements S3', () => objectStoreContract(s3Store));
