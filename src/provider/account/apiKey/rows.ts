import type { ApiKey } from '../../../lib/contract/account/apiKey.ts';
import { areas } from '../../../lib/contract/call.ts';
import { iso } from '../../../lib/time.ts';
import { spentInMonth } from '../../core/ledger/keySpending.ts';
import { KEY_PREFIX } from '../../core/session/apiKeys.ts';
import { hashHandle, newHandle } from '../../core/session/tokens.ts';
import type { ApiKeyRow } from '../../db/schema.ts';

/** Characters of a token stored to recognize it; 256 bits remain secret. */
const HINT = 8;

export function toApiKey(row: ApiKeyRow, now: number): ApiKey {
  return {
    id: row.id,
    creatorId: row.userId,
    name: row.name,
    tokenHint: row.tokenHint,
    createDate: iso(row.createdAt),
    expireDate: iso(row.expiresAt),
    expired: row.expiresAt !== null && row.expiresAt <= now,
    lastActivity: iso(row.lastUsedAt),
    lastIp: row.lastIp,
    rolledUntil: row.oldTokenUntil !== null && row.oldTokenUntil > now ? iso(row.oldTokenUntil) : null,
    access: Object.fromEntries(areas.map((area) => [area, row.access[area] ?? 'none'])) as ApiKey['access'], // every area has a level
    domainIds: row.domainIds,
    serverIds: row.serverIds,
    allowedIps: row.allowedIps,
    needsApproval: row.needsApproval,
    monthlyLimit: row.monthlyLimit,
    spent: spentInMonth(row, now),
  };
}

/** A new token, and the columns that are stored of it. */
export function newToken() {
  const token = `${KEY_PREFIX}${newHandle()}`;
  return { token, tokenHash: hashHandle(token), tokenHint: token.slice(0, HINT) };
}

export const toEntity = ({ id, name }: Pick<ApiKeyRow, 'id' | 'name'>) => ({ type: 'apiKey', id, name });
/** A key as recorded in the change log: without its hash and times of use. */
export const logged = ({ name, access, domainIds, serverIds, allowedIps, monthlyLimit, needsApproval, expiresAt }: ApiKeyRow) => ({
  name,
  access,
  domainIds,
  serverIds,
  allowedIps,
  monthlyLimit,
  needsApproval,
  expiresAt,
});
