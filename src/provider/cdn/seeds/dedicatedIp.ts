import { demo } from '../../../lib/contract/fields.ts';
import { DAY } from '../../../lib/time.ts';
import type { Seed } from '../../core/seeds/seed.ts';

/** A request made on a higher plan: the domain was downgraded since, and the request remains. */
export const seedDedicatedIp: Seed = async (tx, { now }) => {
  await tx
    .insertInto('dedicatedIp')
    .values({
      domainId: demo.planDomainId,
      status: 'requested',
      reason: 'The library’s firewall admits our traffic by its address.',
      ip: null,
      note: null,
      requestedAt: now - 12 * DAY,
      decidedAt: null,
    })
    .execute();
};
