import { randomBytes } from 'node:crypto';
import { seal, unseal } from '../../../kernel/seal.ts';
import type { KeyScope, SpaceKey } from '../objects.ts';
import type { SpaceRow } from './catalogRows.ts';
import type { KeyLimit, LimitedKey } from './keyLimit.ts';

const SEAL_USE = 'space-key';

/** The further keys of a space. */
export const limitedKeys = ({ keys }: Pick<SpaceRow, 'keys'>): LimitedKey[] => (keys === null ? [] : (JSON.parse(keys) as LimitedKey[])); // as `FsStore` writes them

/** A new pair, and its secret as it is stored. @param secret that seals it */
export function newPair(secret: string): SpaceKey & { sealed: string } {
  const accessKey = `NS${randomBytes(9).toString('hex').toUpperCase()}`;
  const secretKey = randomBytes(30).toString('base64url');
  return { accessKey, secretKey, sealed: seal(secret, SEAL_USE, accessKey, secretKey) };
}

/** The secret of one of a space's keys; null: it has no such key. */
export function secretIn(secret: string, row: SpaceRow | undefined, accessKey: string): string | null {
  const sealed =
    row?.accessKey === accessKey ? row.secretKey : row && limitedKeys(row).find((one) => one.accessKey === accessKey)?.secretKey;
  return sealed ? unseal(secret, SEAL_USE, accessKey, sealed) : null;
}

/** What one of a space's keys may do. The first key may do everything, as may the operator's and a key without limits. */
export function keyLimit(row: SpaceRow | undefined, accessKey: string | null): KeyLimit {
  const found = row && row.accessKey !== accessKey ? limitedKeys(row).find((one) => one.accessKey === accessKey) : undefined;
  return found && (found.readOnly || found.prefix !== '') ? found : null;
}

/** As stored. */
export const limited = ({ accessKey, sealed }: ReturnType<typeof newPair>, { readOnly, prefix, isLink }: KeyScope): LimitedKey => ({
  accessKey,
  secretKey: sealed,
  readOnly,
  prefix,
  ...(isLink && { isLink }),
});
