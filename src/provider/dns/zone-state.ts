import { soaTimes } from '../../lib/rules/zone/soa.ts';
import type { Domain, Tx } from '../db/schema.ts';
import { settingsOf } from '../dnsSetting/settings.ts';
import type { ZoneSnapshot } from '../drivers/dns/dns.ts';
import { type Wanting, want } from '../jobs/desired.ts';
import { customNsOf, zoneServers } from '../ns/state.ts';
import { toData } from './records.ts';

/**
 * Wants a zone as this transaction leaves it. A zone is known by its name: a domain that is removed and added again, by whomever,
 * goes on with higher serials, as secondaries expect (RFC 1982).
 * @returns its version, which `domain.zoneVersion` has to be
 */
export const wantZone = (tx: Tx, ctx: Wanting, { id, userId, name }: Pick<Domain, 'id' | 'userId' | 'name'>, isRemoved = false) =>
  want(tx, ctx, { kind: 'zone', entityId: name, userId, domainId: id, isRemoved });

/** The zone as name servers shall answer it. Null: there is no such domain. */
export async function loadZone(tx: Tx, name: string, version: number): Promise<ZoneSnapshot | null> {
  const domain = await tx.selectFrom('domain').selectAll().where('name', '=', name).executeTakeFirst();
  if (!domain) return null;
  const { defaultTtl, soaEmail, cnameFlattening } = await settingsOf(tx, domain);
  const rows = await tx.selectFrom('dnsRecord').selectAll().where('domainId', '=', domain.id).execute();
  return {
    id: name,
    version,
    soa: { email: soaEmail, ...soaTimes(defaultTtl) },
    nameServers: zoneServers(domain, await customNsOf(tx, domain)),
    defaultTtl,
    records: rows.map((row) => ({ ...toData(row), ttl: row.ttl ?? 'auto', proxy: row.proxy === 1 })),
    flattening: cnameFlattening,
    paused: domain.status === 'inactive',
  };
}

/** Puts the zone's version past what the name servers hold: after the database was put back to an older state. */
export const raiseZone = (tx: Tx, name: string, version: number): Promise<unknown> =>
  tx.updateTable('domain').set({ zoneVersion: version }).where('name', '=', name).execute();
