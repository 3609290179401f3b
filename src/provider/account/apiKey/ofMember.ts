import type { TransferredKey } from '../../../lib/contract/account/team.ts';
import { exceedsRole } from '../../../lib/rules/core/roles.ts';
import type { SignedIn, Writing } from '../../core/implement.ts';
import { keyAccess } from '../../core/session/apiKeys.ts';
import type { AccountMemberTable } from '../../db/tables/account/team.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';
import { logged, newToken, toEntity } from './rows.ts';

/**
 * Ends the API keys of a member who leaves an account, in the transaction of that. A transferred key becomes the account holder’s: it has
 * a new token from now on, and the previous tokens are refused.
 * @param transferred IDs of the keys to transfer; the caller sees their tokens
 * @returns the transferred keys with their tokens
 * @throws Refusal 422 when one isn’t a key of the member, 409 when one can do more than the caller
 */
export async function revokeMemberKeys(
  { tx, log }: Writing,
  { acting, now }: SignedIn,
  { accountId, userId }: Pick<AccountMemberTable, 'accountId' | 'userId'>,
  transferred: readonly string[] = [],
): Promise<TransferredKey[]> {
  const rows = await tx
    .selectFrom('apiKey')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('userId', '=', userId)
    .orderBy('name')
    .execute();
  if (transferred.some((id) => !rows.some((row) => row.id === id))) refuseField('transferKeyIds', 'team:error.unknownKey');
  const results: TransferredKey[] = [];
  for (const row of rows) {
    const { id, name } = row;
    if (!transferred.includes(id)) {
      await tx.deleteFrom('apiKey').where('id', '=', id).execute();
      await log({ action: 'delete', entity: toEntity(row), accountId, before: logged(row) });
      continue;
    }
    if (exceedsRole(acting, keyAccess(row))) refuse(409, 'team:error.keyAccess', { params: { name } });
    const { token, ...hashes } = newToken();
    // The new creation time lets the undo of a security change find the key (`account/undo`).
    const changes = { ...hashes, userId: accountId, createdAt: now, oldTokenHash: null, oldTokenUntil: null };
    await tx.updateTable('apiKey').set(changes).where('id', '=', id).execute();
    await log({ action: 'transfer', entity: toEntity(row), accountId });
    results.push({ id, name, token });
  }
  return results;
}
