import type { Work } from '../../core/services.ts';
import type { Domain, Tx } from '../../db/schema.ts';
import { setDesired } from '../../jobs/desired.ts';

/**
 * Sets the zone as it is in this transaction as the desired state. A zone is identified by its name: a domain that is removed and
 * added again, by any customer, continues with higher serials, as secondaries expect (RFC 1982).
 * @returns its version, to be stored as `domain.zoneVersion`
 */
export const setZone = (
  tx: Tx,
  ctx: Pick<Work, 'now' | 'services'>,
  { id, accountId, name }: Pick<Domain, 'id' | 'accountId' | 'name'>,
  isRemoved = false,
) => setDesired(tx, ctx, { kind: 'zone', entityId: name, accountId, domainId: id, isRemoved });
