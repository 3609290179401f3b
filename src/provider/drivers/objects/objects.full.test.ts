import { describe } from 'vitest';
import { s3Store } from '../../../../tests/support/objects.ts';
import { objectStoreContract } from '../../../../tests/support/objects-contract.ts';

describe('an external store that implements S3', () => objectStoreContract(s3Store));
