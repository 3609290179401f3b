import type { Ssl } from '../../../lib/contract/cdn/ssl.ts';
import type { TKey } from '../../../lib/i18n/keys.ts';
import { renewsFrom } from '../../../lib/rules/cdn/ssl/expiry.ts';
import { isInZone } from '../../../lib/rules/cdn/ssl/names.ts';
import { iso } from '../../../lib/time.ts';
import type { CallCtx } from '../../core/implement.ts';
import { type OwnedDomain, selectCertificates } from '../../db/owned.ts';
import type { Db, Domain, SslRow, Tx } from '../../db/schema.ts';
import { refuse } from '../../kernel/refusal.ts';

/** A row as the contract returns it: without the key and the certificate itself. */
export function showSsl(row: SslRow, { name }: Pick<Domain, 'name'>, { now, t, services }: Pick<CallCtx, 'now' | 't' | 'services'>): Ssl {
  const { hosts, attachedHosts } = row;
  const isFree = row.kind === 'free';
  return {
    id: row.id,
    title: row.title,
    kind: row.kind,
    status: row.status === 'active' && (row.expiresAt ?? 0) <= now ? 'expired' : row.status,
    hosts: hosts.filter((host) => isInZone(host, name)),
    otherHosts: hosts.filter((host) => !isInZone(host, name)),
    issuer: row.issuer,
    keyType: row.keyType,
    fingerprint: row.fingerprint,
    trusted: isFree ? (services.certs?.capabilities.trusted ?? null) : row.isSelfSigned ? false : null,
    issuedAt: row.issuedAt === null ? null : iso(row.issuedAt),
    expireDate: row.expiresAt === null ? null : iso(row.expiresAt),
    renewsAt: isFree && row.expiresAt !== null ? iso(renewsFrom(row.issuedAt ?? 0, row.expiresAt)) : null,
    attached: attachedHosts.length > 0,
    attachedHosts,
    renewing: row.status === 'active' && row.taskId !== null,
    // The text key was written by the job; its params match its text.
    ...(row.reason !== null && {
      reason: { code: row.reason, message: t(row.reason as TKey, row.reasonParams ?? {}) },
    }),
    ...(row.nextAttemptAt !== null && { nextAttemptAt: iso(row.nextAttemptAt) }),
    version: row.version,
  };
}

/** A certificate as recorded in the change log. */
export const logged = (row: SslRow) => ({
  title: row.title,
  kind: row.kind,
  state: row.status,
  hosts: row.hosts,
  attachedHosts: row.attachedHosts,
  fingerprint: row.fingerprint,
  expireDate: row.expiresAt === null ? null : iso(row.expiresAt),
});

export const toEntity = ({ id, title }: SslRow) => ({ type: 'ssl', id, name: title });

/** The domain's certificate with that ID; 404 if there is none. */
export async function loadCertificate(db: Db | Tx, domain: OwnedDomain, sslId: string): Promise<SslRow> {
  return (await selectCertificates(db, domain).selectAll().where('ssl.id', '=', sslId).executeTakeFirst()) ?? refuse(404, 'error:notFound');
}

/** Why the first certificate of a name isn’t issued while its domain isn’t active. `issueWaiting` begins once it is. */
export const inactiveReason = { reason: 'ssl:reason.inactive', reasonParams: null } as const;

/** A new row. */
export const newRow = (
  row: Pick<SslRow, 'id' | 'domainId' | 'title' | 'kind' | 'status' | 'hosts' | 'createdAt'> & Partial<SslRow>,
): SslRow => ({
  certificate: null,
  caBundle: null,
  sealedKey: null,
  issuer: null,
  keyType: null,
  fingerprint: null,
  isSelfSigned: false,
  issuedAt: null,
  expiresAt: null,
  attachedHosts: [],
  taskId: null,
  reason: null,
  reasonParams: null,
  attempts: 0,
  nextAttemptAt: null,
  toldDays: null,
  version: 1,
  updatedAt: row.createdAt,
  ...row,
});

/** Writes changed columns of a row and increases its version. */
export async function change(tx: Tx, row: SslRow, columns: Partial<SslRow>, now: number): Promise<SslRow> {
  const next = { ...columns, version: row.version + 1, updatedAt: now };
  await tx.updateTable('ssl').set(next).where('id', '=', row.id).execute();
  return { ...row, ...next };
}

/**
 * Detaches names from every other certificate of the domain: each name has one.
 * @returns the certificates that lost names, in their new state
 */
export async function transferHosts(tx: Tx, domainId: string, keeperId: string, hosts: readonly string[], now: number): Promise<SslRow[]> {
  const rows = await tx.selectFrom('ssl').selectAll().where('domainId', '=', domainId).where('id', '!=', keeperId).execute();
  const lost: SslRow[] = [];
  for (const row of rows) {
    const left = row.attachedHosts.filter((host) => !hosts.includes(host));
    if (left.length < row.attachedHosts.length) lost.push(await change(tx, row, { attachedHosts: left }, now));
  }
  return lost;
}
