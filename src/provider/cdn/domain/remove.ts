import { refundEntry } from '../../core/ledger/ledger.ts';
import type { Work } from '../../core/services.ts';
import type { OwnedDomain } from '../../db/owned.ts';
import type { Tx } from '../../db/schema.ts';
import { touchDomain } from '../../live/stale.ts';
import { setZone } from '../dns/index.ts';
import { finalizeMeter, hasPaidTraffic } from '../metering/index.ts';
import { cancelIssuing } from '../ssl/index.ts';
import { rememberFormer } from './hold.ts';

/** Removes a domain with everything in it. @returns the mills that were refunded to the wallet */
export async function removeDomain(tx: Tx, ctx: Work, owned: OwnedDomain): Promise<number> {
  // Its log entry isn't one of the domain, which no longer exists.
  touchDomain(tx, owned.id);
  // A domain that was never active has used nothing: its first month is refunded to the wallet (domain:terms.removal).
  const refunded =
    owned.activatedAt === null && !(await hasPaidTraffic(tx, owned.id))
      ? await refundEntry(tx, ctx, {
          accountId: owned.accountId,
          reference: owned.id,
          description: { key: 'domain:ledger.refund', params: { domain: owned.name } },
        })
      : 0;
  await finalizeMeter(tx, owned, ctx.now);
  await setZone(tx, ctx, owned, true);
  await rememberFormer(tx, ctx.now, owned);
  await cancelIssuing(tx, ctx, owned);
  await tx.deleteFrom('domain').where('id', '=', owned.id).where('accountId', '=', owned.accountId).execute();
  return refunded;
}
