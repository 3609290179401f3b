import { send } from '../../../browser/api/client.ts';
import { stale } from '../../../browser/api/query.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import type { DiscoveredRecord } from '../../../lib/contract/cdn/domainSetup.ts';

/**
 * Adds the selected records to the zone: all of them or, if one is refused, none.
 * @returns the number of added records
 * @throws {ApiError}
 */
export async function importRecords({ id }: Domain, match: readonly DiscoveredRecord[]): Promise<number> {
  const creates = match.map(({ state: _state, ...record }) => record);
  const { records } = await send(dns.batch, { domainId: id, creates }, { notices: 'none' });
  stale(dns.batch);
  return records.length;
}
