import type { ZoneKey } from '../../../dns/bundle.ts';
import { ALGORITHM, type DigestType, dnskeyData, dsData, FLAGS, keyTag } from '../../../dns/dnssec.ts';
import { newZoneKey } from '../../../dns/keys.ts';
import type { Dnssec } from '../../../lib/contract/cdn/dnssec.ts';
import type { Secrets } from '../../../lib/env.ts';
import { dependence, parentState } from '../../../lib/rules/cdn/dnssec/parent.ts';
import type { Change } from '../../core/changes.ts';
import { seal, unseal } from '../../core/seal.ts';
import type { Db, DnssecRow, Domain, Tx } from '../../db/schema.ts';
import type { Drivers } from '../../drivers/drivers.ts';
import type { Resolver } from '../../drivers/resolver/resolver.ts';

const USE = 'dnssec';
const ALGORITHM_NAME = 'ECDSAP256SHA256';
const PROTOCOL = 3;
const digestNames: readonly (readonly [DigestType, string])[] = [
  [2, 'SHA-256'],
  [4, 'SHA-384'],
];

/** Without name servers the zone is only stored, like its records; those that are connected decide. */
export const canSign = ({ dns }: Drivers): boolean => dns?.capabilities.dnssec ?? true;

export const dnssecOf = (db: Db | Tx, { id }: Pick<Domain, 'id'>): Promise<DnssecRow | undefined> =>
  db.selectFrom('dnssec').selectAll().where('domainId', '=', id).executeTakeFirst();

/** A new key for a domain, with its private part sealed. */
export function newRow(domainId: string, secrets: Secrets, now: number): DnssecRow {
  const { privateKey, publicKey } = newZoneKey();
  return {
    domainId,
    privateKey: seal(secrets.code, USE, domainId, privateKey),
    publicKey,
    enabledAt: now,
    parent: null,
    checkedAt: null,
    seenAt: null,
  };
}

/** The keys of a zone as its name servers need them. */
export async function zoneKeys(tx: Tx, domain: Pick<Domain, 'id'>, secrets: Secrets): Promise<ZoneKey[]> {
  const row = await dnssecOf(tx, domain);
  if (!row) return [];
  return [{ privateKey: unseal(secrets.code, USE, row.domainId, row.privateKey), publicKey: row.publicKey }];
}

/** The data of a DS record as in a zone file, in lower case. */
const dsText = (zone: string, publicKey: string, type: DigestType): string => {
  const data = dsData(zone, publicKey, type);
  return `${data.readUInt16BE(0)} ${data[2]} ${data[3]} ${data.toString('hex', 4)}`;
};

const ownDs = (zone: string, publicKey: string): string[] => digestNames.map(([type]) => dsText(zone, publicKey, type));
const foundOf = ({ parent }: DnssecRow): string[] | null => (parent === null ? null : (JSON.parse(parent) as string[])); // as `noteParent` wrote it

/** As the contract returns it. */
export function showDnssec(domain: Domain, row: DnssecRow | undefined, drivers: Drivers, now: number): Dnssec {
  const isOffered = canSign(drivers);
  if (!row) return { status: 'off', isOffered, ds: [], parent: { state: 'unchecked', ds: [] }, needs: null };
  const { publicKey, checkedAt, seenAt } = row;
  const found = foundOf(row);
  const state = parentState(ownDs(domain.name, publicKey), found);
  const tag = keyTag(dnskeyData(publicKey));
  return {
    status: state === 'matches' ? 'active' : 'pending',
    isOffered,
    key: {
      keyTag: tag,
      flags: FLAGS,
      protocol: PROTOCOL,
      algorithm: ALGORITHM,
      algorithmName: ALGORITHM_NAME,
      publicKey,
      record: `${domain.name}. 3600 IN DNSKEY ${FLAGS} ${PROTOCOL} ${ALGORITHM} ${publicKey}`,
    },
    ds: digestNames.map(([digestType, digestName]) => {
      const digest = dsData(domain.name, publicKey, digestType).toString('hex', 4).toUpperCase();
      return { digestType, digestName, digest, record: `${domain.name}. 3600 IN DS ${tag} ${ALGORITHM} ${digestType} ${digest}` };
    }),
    parent: { state, ds: found ?? [] },
    ...(checkedAt !== null && { checkedAt: new Date(checkedAt).toISOString() }),
    needs: dependence(state, seenAt, now),
  };
}

const ASK_MS = 9_000;

/** The DS records that the parent zone has, asked past every cache; else a resolver's. Null: nobody answered. */
export async function askParent(resolver: Resolver, name: string): Promise<readonly string[] | null> {
  return (await resolver.delegation(name, AbortSignal.timeout(ASK_MS))).ds;
}

export const entityOf = ({ id, name }: Domain) => ({ type: 'dnssec', id, name });

/**
 * Stores what the parent has, and the status that follows from it.
 * @returns the row, and the change for the log if the status changed; the caller adds who made it
 */
export async function noteParent(
  tx: Tx,
  now: number,
  domain: Domain,
  row: DnssecRow,
  found: readonly string[] | null,
): Promise<{ row: DnssecRow; change: Change | null }> {
  if (found === null) return { row, change: null };
  const next: DnssecRow = { ...row, parent: JSON.stringify(found), checkedAt: now, ...(found.length > 0 && { seenAt: now }) };
  const { domainId: _, ...columns } = next;
  await tx.updateTable('dnssec').set(columns).where('domainId', '=', domain.id).execute();
  const dnssecStatus = parentState(ownDs(domain.name, row.publicKey), found) === 'matches' ? 'active' : 'pending';
  if (dnssecStatus === domain.dnssecStatus) return { row: next, change: null };
  await tx.updateTable('domain').set({ dnssecStatus }).where('id', '=', domain.id).execute();
  const change: Change = {
    action: 'update',
    entity: entityOf(domain),
    domainId: domain.id,
    before: { status: domain.dnssecStatus },
    after: { status: dnssecStatus },
  };
  return { row: next, change };
}
