import { demo } from '../../../lib/contract/fields.ts';
import { DAY } from '../../../lib/time.ts';
import type { Seed } from '../../core/seeds/seed.ts';
import { hashHandle, newHandle } from '../../core/session/tokens.ts';

/** Two keys of the demo customer. Their tokens are unknown: they are only examples in the list. */
export const apiKeySeed: Seed = async (tx, { now, customers }) => {
  const shared = {
    accountId: customers.main,
    userId: customers.main,
    oldTokenHash: null,
    oldTokenUntil: null,
    domainIds: null,
    serverIds: null,
    monthlyLimit: null,
    needsApproval: false,
  };
  await tx
    .insertInto('apiKey')
    .values([
      {
        ...shared,
        id: demo.apiKeyId,
        name: 'Monitoring',
        tokenHash: hashHandle(newHandle()),
        tokenHint: 'nsm_q7Xc',
        access: { reports: 'read', dns: 'read' },
        allowedIps: ['198.51.100.0/24'],
        createdAt: now - 90 * DAY,
        expiresAt: now + 20 * DAY,
        lastUsedAt: now - 3_600_000,
        lastIp: '198.51.100.7',
      },
      {
        ...shared,
        id: '01930000-0000-7000-8000-0000000ab002',
        name: 'Website deployment',
        tokenHash: hashHandle(newHandle()),
        tokenHint: 'nsm_Lw3z',
        access: { caching: 'write', dns: 'write', pageRules: 'write' },
        allowedIps: [],
        createdAt: now - 30 * DAY,
        expiresAt: null,
        lastUsedAt: null,
        lastIp: null,
      },
    ])
    .execute();
};
