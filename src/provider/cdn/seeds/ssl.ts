import { demo } from '../../../lib/contract/fields.ts';
import { DAY } from '../../../lib/time.ts';
import type { Services } from '../../core/services.ts';
import type { SslRow, Tx } from '../../db/schema.ts';
import { issueFrom, makeAuthority, openAuthority } from '../../drivers/certs/authority.ts';
import { sealKey } from '../certificateKey.ts';
import { newRow, validateOrRefuse } from '../ssl/index.ts';

const zone = 'parvaz.example';

/**
 * Certificates of the demo domain: the free one, issued forty days ago, and a purchased one that expires in three weeks. Created
 * before the transaction that stores them, because the authority stores its keys in a transaction of its own.
 */
export async function makeDemoCertificates(services: Pick<Services, 'certs' | 'secrets'>, now: number): Promise<SslRow[]> {
  // A remote authority must neither delay the start nor have its quota spent on a demo.
  const certs = services.certs?.id === 'own' ? services.certs : null;
  const elsewhere = await openAuthority(await makeAuthority('Example Trust', now));
  const boughtAt = now - 69 * DAY;
  const issuedAt = now - 40 * DAY;
  const bought = await issueFrom(elsewhere, { hosts: [`partner.${zone}`, `*.partner.${zone}`], now: boughtAt });
  const issued = await certs?.issue({ hosts: [zone, `*.${zone}`], now: issuedAt }, AbortSignal.timeout(certs.timeoutMs));
  const row = async (id: string, input: typeof bought, more: Pick<SslRow, 'title' | 'kind' | 'createdAt'> & Partial<SslRow>) => {
    const { columns, privateKey } = await validateOrRefuse({ ...input, zone, now });
    return newRow({ id, domainId: demo.domainId, status: 'active', ...columns, sealedKey: sealKey(services, id, privateKey), ...more });
  };
  const attachedHosts = [zone, `*.${zone}`];
  return [
    ...(issued ? [await row(demo.sslId, issued, { title: zone, kind: 'free', createdAt: issuedAt, attachedHosts })] : []),
    await row(demo.customSslId, bought, { title: 'Partner portal', kind: 'custom', createdAt: boughtAt }),
  ];
}

export async function seedCertificates(tx: Tx, rows: readonly SslRow[]): Promise<void> {
  for (const row of rows) await tx.insertInto('ssl').values(row).execute();
}
