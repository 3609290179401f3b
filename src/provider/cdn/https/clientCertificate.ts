import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { Output } from '../../../lib/contract/call.ts';
import type { https } from '../../../lib/contract/cdn/https.ts';
import { day } from '../../../lib/rules/cdn/ssl/fault.ts';
import { readPem, toPem } from '../../../lib/rules/cdn/ssl/pem.ts';
import { maxInField } from '../../../lib/rules/cdn/ssl/validateCertificate.ts';
import { iso } from '../../../lib/time.ts';
import type { Handlers } from '../../core/implement.ts';
import { ownedDomain, selectClientCertificates } from '../../db/owned.ts';
import type { ClientCertificateRow } from '../../db/schema.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';
import { sealClientKey } from '../certificateKey.ts';
import { requireAbility } from '../edge/index.ts';

type Own = Handlers<typeof https>;

/** `clientAuth` of RFC 5280 section 4.2.1.12, and any use. */
const clientUsages: ReadonlySet<string> = new Set(['1.3.6.1.5.5.7.3.2', '2.5.29.37.0']);

export const showClientCertificate = (
  row: Pick<ClientCertificateRow, 'subject' | 'fingerprint' | 'expiresAt'>,
): NonNullable<Output<typeof https.get>['clientCertificate']> => ({
  subject: row.subject,
  fingerprint: row.fingerprint,
  expireDate: iso(row.expiresAt),
});

function readCertificates(text: string): X509Certificate[] {
  const { blocks, isCut } = readPem(text);
  if (isCut || blocks.length === 0 || blocks.length > maxInField || blocks.some(({ label }) => label !== 'CERTIFICATE'))
    return refuseField('certificate', 'https:error.clientCertificate', { max: maxInField });
  return blocks.map(({ der }) => {
    try {
      return new X509Certificate(der ?? '');
    } catch {
      return refuseField('certificate', 'https:error.clientCertificate', { max: maxInField });
    }
  });
}

function readKey(text: string): KeyObject {
  try {
    return createPrivateKey(text.slice(Math.max(0, text.indexOf('-----BEGIN'))));
  } catch {
    return refuseField('privateKey', 'https:error.clientKey');
  }
}

/** What is stored of a certificate with its key; refuses one that no server would accept, beside the wrong field. */
function checked({ certificate, privateKey }: { certificate: string; privateKey: string }, now: number) {
  const all = readCertificates(certificate);
  const key = readKey(privateKey);
  const leaf = all.find((one) => one.checkPrivateKey(key)) ?? refuseField('privateKey', 'https:error.clientPair');
  const expiresAt = leaf.validToDate.getTime();
  if (expiresAt <= now) refuseField('certificate', 'https:error.clientExpired', { date: day(expiresAt) });
  // Without the extension, a certificate may be used for anything.
  if (leaf.keyUsage?.length && !leaf.keyUsage.some((usage) => clientUsages.has(usage)))
    refuseField('certificate', 'https:error.clientUsage');
  return {
    certificate: [leaf, ...all.filter((one) => one !== leaf)].map(({ raw }) => toPem('CERTIFICATE', raw)).join(''),
    subject: /^CN=(.+)$/m.exec(leaf.subject)?.[1] ?? leaf.subject.replaceAll('\n', ', '),
    fingerprint: leaf.fingerprint256.replaceAll(':', '').toLowerCase(),
    expiresAt,
    privateKey: String(key.export({ type: 'pkcs8', format: 'pem' })),
  };
}

const toEntity = (domain: { id: string; name: string }) => ({ type: 'clientCertificate', id: domain.id, name: domain.name });

export const setClientCertificate: Own['clientCertificate'] = async (ctx, { domainId, ...texts }) => {
  await ownedDomain(ctx.db, ctx.account, domainId);
  await requireAbility(ctx, 'clientCertificate', 'certificate');
  const { privateKey, ...columns } = checked(texts, ctx.now);
  return ctx.write(async ({ tx, log }) => {
    const domain = await ownedDomain(tx, ctx.account, domainId);
    const before = await selectClientCertificates(tx, domain).selectAll().executeTakeFirst();
    const row: ClientCertificateRow = {
      domainId: domain.id,
      ...columns,
      sealedKey: sealClientKey(ctx.services, domain.id, privateKey),
      toldDays: null,
      createdAt: ctx.now,
    };
    await tx.deleteFrom('clientCertificate').where('domainId', '=', domain.id).execute();
    await tx.insertInto('clientCertificate').values(row).execute();
    const after = showClientCertificate(row);
    await log({
      action: before ? 'update' : 'create',
      entity: toEntity(domain),
      domainId: domain.id,
      ...(before && { before: showClientCertificate(before) }),
      after,
    });
    return { clientCertificate: after };
  });
};

export const deleteClientCertificate: Own['deleteClientCertificate'] = (ctx, { domainId }) =>
  ctx.write(async ({ tx, log }) => {
    const domain = await ownedDomain(tx, ctx.account, domainId);
    const row = (await selectClientCertificates(tx, domain).selectAll().executeTakeFirst()) ?? refuse(404, 'error:notFound');
    await tx.deleteFrom('clientCertificate').where('domainId', '=', domain.id).execute();
    await log({ action: 'delete', entity: toEntity(domain), domainId: domain.id, before: showClientCertificate(row) });
    return { done: true as const };
  });
