import { clash } from '../../../lib/rules/cdn/dns/recordConflicts.ts';
import { catalog } from '../../core/catalog.ts';
import type { Work } from '../../core/services.ts';
import type { OwnedDomain } from '../../db/owned.ts';
import type { Domain, Tx } from '../../db/schema.ts';
import { refuse } from '../../kernel/refusal.ts';
import { type CustomNs, type Glue, loadCustomNs, zoneGlue } from './nameServers.ts';
import { conflictCandidates } from './records.ts';

const nameIn = (host: string, zone: string): string => host.slice(0, -zone.length - 1);

const find = (tx: Tx, { id, name }: Pick<Domain, 'id' | 'name'>, { host, type, content }: Glue) =>
  tx
    .selectFrom('dnsRecord')
    .select(['id', 'proxy'])
    .where('domainId', '=', id)
    .where('name', '=', nameIn(host, name))
    .where('type', '=', type)
    .where('content', '=', content)
    .executeTakeFirst();

/**
 * A zone with name servers inside it fails for everybody without their addresses, so no change may remove them. Called by
 * every change to a zone.
 */
export async function saveAddresses(tx: Tx, domain: Pick<Domain, 'id' | 'name'>): Promise<void> {
  const own = await loadCustomNs(tx, domain);
  for (const glue of zoneGlue(own, domain.name)) {
    const record = await find(tx, domain, glue);
    if (!record || record.proxy) refuse(409, 'ns:error.recordNeeded', { params: { host: glue.host, address: glue.content } });
  }
}

/**
 * Creates the address records that these name servers need, and removes those created for earlier ones. Identical records of
 * the customer are used as they are, and stay when the name servers are removed.
 * @returns the IDs of the created records, and the change in the record count
 */
export async function syncRecords(
  tx: Tx,
  { now, newId }: Pick<Work, 'now' | 'newId'>,
  domain: OwnedDomain,
  own: Pick<CustomNs, 'wanted' | 'current' | 'records'>,
): Promise<{ records: string[]; added: number }> {
  const needed = zoneGlue(own, domain.name);
  const made = new Set(own.records);
  const used = new Set<string>();
  let added = 0;
  for (const glue of needed) {
    const there = await find(tx, domain, glue);
    const field = `${glue.place}.host`;
    if (there?.proxy)
      refuse(409, 'ns:error.proxied', {
        params: { host: glue.host },
        fields: { [field]: { key: 'ns:error.proxied', params: { host: glue.host } } },
      });
    if (there) {
      used.add(there.id);
      continue;
    }
    const record = { name: nameIn(glue.host, domain.name), type: glue.type, content: glue.content, proxy: false };
    const fault = clash(await conflictCandidates(tx, domain, record), record);
    if (fault) refuse(409, fault.key, { params: fault.params, fields: { [field]: { key: fault.key, params: fault.params } } });
    const id = newId();
    const columns = {
      ttl: null,
      priority: null,
      weight: null,
      port: null,
      comment: null,
      tags: null,
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    await tx
      .insertInto('dnsRecord')
      .values({ id, domainId: domain.id, ...record, ...columns })
      .execute();
    made.add(id);
    used.add(id);
    added++;
  }
  const left = [...made].filter((id) => !used.has(id));
  if (left.length > 0) {
    const { numDeletedRows } = await tx
      .deleteFrom('dnsRecord')
      .where('domainId', '=', domain.id)
      .where('id', 'in', left)
      .executeTakeFirst();
    added -= Number(numDeletedRows);
  }
  const max = catalog.limits.dnsRecords;
  if (added > 0 && domain.recordCount + added > max) refuse(409, 'dns:error.limit', { params: { max } });
  return { records: [...made].filter((id) => used.has(id)), added };
}
