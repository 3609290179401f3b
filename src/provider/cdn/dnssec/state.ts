import type { Secrets } from '../../../config/env.ts';
import type { ZoneKey } from '../../../dns/bundle.ts';
import { ALGORITHM, type DigestType, dnskeyData, dsData, FLAGS, keyTag } from '../../../dns/dnssec.ts';
import { newZoneKey } from '../../../dns/keys.ts';
import type { Dnssec } from '../../../lib/contract/cdn/dnssec.ts';
import { dependence, parentState } from '../../../lib/rules/cdn/dnssec/parent.ts';
import { canCancelRoll, DNSKEY_TTL, rollStep } from '../../../lib/rules/cdn/dnssec/roll.ts';
import { iso } from '../../../lib/time.ts';
import type { Change } from '../../core/changes.ts';
import type { Db, DnssecRoll, DnssecRow, Domain, Tx } from '../../db/schema.ts';
import type { Drivers } from '../../drivers/drivers.ts';
import type { ParentDs, Resolver } from '../../drivers/resolver/resolver.ts';
import { seal, unseal } from '../../kernel/seal.ts';

const USE = 'dnssec';
const ALGORITHM_NAME = 'ECDSAP256SHA256';
const PROTOCOL = 3;
const digestNames: readonly (readonly [DigestType, string])[] = [
  [2, 'SHA-256'],
  [4, 'SHA-384'],
];

/** Without name servers the zone is only stored, like its records; those that are connected decide. */
export const canSign = ({ dns }: Drivers): boolean => dns?.capabilities.dnssec ?? true;

export const loadDnssec = (db: Db | Tx, { id }: Pick<Domain, 'id'>): Promise<DnssecRow | undefined> =>
  db.selectFrom('dnssec').selectAll().where('domainId', '=', id).executeTakeFirst();

export const loadRoll = (db: Db | Tx, { id }: Pick<Domain, 'id'>): Promise<DnssecRoll | undefined> =>
  db.selectFrom('dnssecRoll').selectAll().where('domainId', '=', id).executeTakeFirst();

/** A new key for a domain, with its private part sealed. */
export function newKey(domainId: string, secrets: Secrets): Pick<DnssecRow, 'domainId' | 'privateKey' | 'publicKey'> {
  const { privateKey, publicKey } = newZoneKey();
  return { domainId, privateKey: seal(secrets.code, USE, domainId, privateKey), publicKey };
}

/** The keys of a zone as its name servers need them: each signs everything, and has a CDS record (docs/decisions/0040). */
export async function zoneKeys(tx: Tx, domain: Pick<Domain, 'id'>, secrets: Secrets): Promise<ZoneKey[]> {
  const rows = [await loadDnssec(tx, domain), await loadRoll(tx, domain)].filter((row) => row !== undefined);
  return rows.map((row) => ({ privateKey: unseal(secrets.code, USE, row.domainId, row.privateKey), publicKey: row.publicKey }));
}

/** The data of a DS record as in a zone file, in lower case. */
const dsText = (zone: string, publicKey: string, type: DigestType): string => {
  const data = dsData(zone, publicKey, type);
  return `${data.readUInt16BE(0)} ${data[2]} ${data[3]} ${data.toString('hex', 4)}`;
};

/** The DS records of one key, in the form of `ParentDs`. */
export const ownDs = (zone: string, publicKey: string): string[] => digestNames.map(([type]) => dsText(zone, publicKey, type));
/** Of every key that signs the zone. */
const allDs = (zone: string, row: DnssecRow, roll: DnssecRoll | undefined): string[] =>
  [row, roll].flatMap((one) => (one ? ownDs(zone, one.publicKey) : []));
export const computeKeyTag = (publicKey: string): number => keyTag(dnskeyData(publicKey));

const showKey = (zone: string, publicKey: string) => ({
  keyTag: computeKeyTag(publicKey),
  flags: FLAGS,
  protocol: PROTOCOL,
  algorithm: ALGORITHM,
  algorithmName: ALGORITHM_NAME,
  publicKey,
  record: `${zone}. ${DNSKEY_TTL} IN DNSKEY ${FLAGS} ${PROTOCOL} ${ALGORITHM} ${publicKey}`,
});

const showDs = (zone: string, publicKey: string) =>
  digestNames.map(([digestType, digestName]) => {
    const digest = dsData(zone, publicKey, digestType).toString('hex', 4).toUpperCase();
    return {
      digestType,
      digestName,
      digest,
      record: `${zone}. 3600 IN DS ${computeKeyTag(publicKey)} ${ALGORITHM} ${digestType} ${digest}`,
    };
  });

function showRoll(zone: string, roll: DnssecRoll, now: number): NonNullable<Dnssec['roll']> {
  const { step, until } = rollStep(roll, now);
  return {
    step,
    startedAt: iso(roll.startedAt),
    ...(roll.publishedAt !== null && { publishedAt: iso(roll.publishedAt) }),
    ...(until !== null && { until: iso(until) }),
    key: showKey(zone, roll.publicKey),
    ds: step === 'publish' ? [] : showDs(zone, roll.publicKey),
    canCancel: canCancelRoll(roll, now),
    ...(roll.unansweredAt !== null && { unansweredAt: iso(roll.unansweredAt) }),
  };
}

/** As the contract returns it. */
export function showDnssec(
  domain: Domain,
  row: DnssecRow | undefined,
  roll: DnssecRoll | undefined,
  drivers: Drivers,
  now: number,
): Dnssec {
  const isOffered = canSign(drivers);
  if (!row) return { status: 'off', isOffered, ds: [], parent: { state: 'unchecked', ds: [] }, needs: null };
  const { publicKey, checkedAt, seenAt, parent: found } = row;
  const state = parentState(allDs(domain.name, row, roll), found);
  return {
    status: state === 'matches' ? 'active' : 'pending',
    isOffered,
    key: showKey(domain.name, publicKey),
    ds: showDs(domain.name, publicKey),
    ...(roll && { roll: showRoll(domain.name, roll, now) }),
    parent: { state, ds: found ?? [] },
    ...(checkedAt !== null && { checkedAt: iso(checkedAt) }),
    needs: dependence(state, seenAt, now),
  };
}

const REQUEST_MS = 9_000;

/** The DS records that the servers of the parent zone have, asked past every cache; else a resolver's. Null: nobody answered. */
export const queryParent = (resolver: Resolver, name: string): Promise<ParentDs | null> =>
  resolver.parentDs(name, AbortSignal.timeout(REQUEST_MS));

/** What any of them has. Null: nobody answered. */
export const anyDigest = (observed: ParentDs | null): readonly string[] | null => observed && [...new Set(observed.lists.flat())];

export const toEntity = ({ id, name }: Domain) => ({ type: 'dnssec', id, name });
export const keyEntity = ({ id, name }: Domain) => ({ type: 'dnssecKey', id, name });

/**
 * Stores what the parent has, and the status that follows from it.
 * @returns the row, and the change for the log if the status changed; the caller adds who made it
 */
export async function noteParent(
  tx: Tx,
  now: number,
  domain: Domain,
  row: DnssecRow,
  match: readonly string[] | null,
): Promise<{ row: DnssecRow; change: Change | null }> {
  if (match === null) return { row, change: null };
  const next: DnssecRow = { ...row, parent: [...match], checkedAt: now, ...(match.length > 0 && { seenAt: now }) };
  const { domainId: _, ...columns } = next;
  await tx.updateTable('dnssec').set(columns).where('domainId', '=', domain.id).execute();
  const own = allDs(domain.name, row, await loadRoll(tx, domain));
  const dnssecStatus = parentState(own, match) === 'matches' ? 'active' : 'pending';
  if (dnssecStatus === domain.dnssecStatus) return { row: next, change: null };
  await tx.updateTable('domain').set({ dnssecStatus }).where('id', '=', domain.id).execute();
  const change: Change = {
    action: 'update',
    entity: toEntity(domain),
    domainId: domain.id,
    before: { status: domain.dnssecStatus },
    after: { status: dnssecStatus },
  };
  return { row: next, change };
}
