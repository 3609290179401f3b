import { ssl } from '../../../lib/contract/cdn/ssl.ts';
import { keyBlocks } from '../../../lib/rules/cdn/ssl/key.ts';
import { isCovered, isInZone, readHosts } from '../../../lib/rules/cdn/ssl/names.ts';
import { countCertificates } from '../../../lib/rules/cdn/ssl/pem.ts';
import { implement } from '../../core/implement.ts';
import { ownedDomain, selectCertificates } from '../../db/owned.ts';
import type { SslRow, Tx } from '../../db/schema.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';
import { openKey, sealKey } from '../certificateKey.ts';
import { endTask } from './issuance.ts';
import { beginIssuing } from './issue.ts';
import { change, loadCertificate, logged, newRow, showSsl, toEntity, transferHosts } from './state.ts';
import { validateOrRefuse } from './validate.ts';

/** Certificates of one domain. */
const maxCertificates = 50;

type Owned = Awaited<ReturnType<typeof ownedDomain>>;

async function requireRoom(tx: Tx, domain: Owned): Promise<void> {
  const { n } = await selectCertificates(tx, domain)
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  if (Number(n) >= maxCertificates) refuse(409, 'ssl:error.limit', { params: { max: maxCertificates } });
}

/** The names to attach a certificate to, of those that it covers. @throws Refusal 422 */
function coveredHosts(field: 'hosts' | 'attachHosts', wanted: readonly string[], names: readonly string[], zone: string): string[] {
  const read = readHosts(wanted, zone);
  if (!read.ok) return refuseField(field, read.key, read.params);
  const stranger = read.hosts.find((host) => !isCovered(names, host));
  return stranger === undefined ? read.hosts : refuseField(field, 'ssl:error.notCovered', { host: stranger });
}

/** The certificates that lost names, as in the change log. */
const lostHosts = (lost: readonly SslRow[]) => (lost.length > 0 ? { takenFrom: lost.map(({ title }) => title).join(', ') } : {});

const sameHosts = (row: SslRow, hosts: readonly string[]): boolean =>
  JSON.stringify(row.hosts.toSorted()) === JSON.stringify(hosts.toSorted());

export const sslHandlers = implement(ssl, {
  async list(ctx, { domainId }) {
    const domain = await ownedDomain(ctx.db, ctx.account, domainId);
    const rows = await selectCertificates(ctx.db, domain).selectAll().orderBy('createdAt').orderBy('id').execute();
    const { certs } = ctx.services;
    return {
      ssl: rows.map((row) => showSsl(row, domain, ctx)),
      authority: certs && { ...certs.capabilities, root: await certs.root() },
    };
  },

  request: (ctx, { domainId, hosts = [] }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const read = readHosts(hosts, domain.name);
      if (!read.ok) return refuseField('hosts', read.key, read.params);
      if (!ctx.services.certs) refuse(409, 'ssl:error.noAuthority');
      if (domain.status !== 'active') refuse(409, 'ssl:error.inactive');
      const free = await selectCertificates(tx, domain).selectAll().where('kind', '=', 'free').execute();
      const same = free.find((row) => sameHosts(row, read.hosts));
      if (same && same.status !== 'failed') refuse(409, 'ssl:error.requested');
      if (!same) await requireRoom(tx, domain);
      const id = ctx.newId();
      const row =
        same ??
        newRow({
          id,
          domainId: domain.id,
          title: read.hosts[0] ?? domain.name,
          kind: 'free',
          status: 'pending',
          hosts: read.hosts,
          createdAt: ctx.now,
        });
      if (!same) await tx.insertInto('ssl').values(row).execute();
      const { row: begun, taskId } = await beginIssuing(tx, ctx, domain, row);
      await log({
        action: 'request',
        entity: toEntity(begun),
        domainId: domain.id,
        ...(same && { before: logged(same) }),
        after: logged(begun),
      });
      return { ssl: showSsl(begun, domain, ctx), taskId };
    }),

  async create(ctx, { domainId, title, certificate, privateKey, caBundle, attachHosts = [] }) {
    const knownDomain = await ownedDomain(ctx.db, ctx.account, domainId);
    const judged = await validateOrRefuse({ certificate, privateKey, caBundle, zone: knownDomain.name, now: ctx.now }, ctx);
    return ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      await requireRoom(tx, domain);
      const id = ctx.newId();
      const row = newRow({
        id,
        domainId: domain.id,
        title,
        kind: 'custom',
        status: 'active',
        createdAt: ctx.now,
        ...judged.columns,
        sealedKey: sealKey(ctx.services, id, judged.privateKey),
        // No names would mean the whole domain.
        attachedHosts: attachHosts.length > 0 ? coveredHosts('attachHosts', attachHosts, judged.names, domain.name) : [],
      });
      await tx.insertInto('ssl').values(row).execute();
      const lost = await transferHosts(tx, domain.id, row.id, row.attachedHosts, ctx.now);
      await log({ action: 'create', entity: toEntity(row), domainId: domain.id, after: { ...logged(row), ...lostHosts(lost) } });
      return { ssl: showSsl(row, domain, ctx) };
    });
  },

  async update(ctx, { domainId, sslId, version, title, certificate = '', privateKey = '', caBundle }) {
    const knownDomain = await ownedDomain(ctx.db, ctx.account, domainId);
    const known = await loadCertificate(ctx.db, knownDomain, sslId);
    const isReplaced = certificate.trim() !== '' || privateKey.trim() !== '' || Boolean(caBundle?.trim());
    const hasKey = keyBlocks(certificate, caBundle ?? '').length > 0;
    if (isReplaced && known.kind === 'free') refuse(409, 'ssl:error.freeFixed');
    if (isReplaced && countCertificates(certificate) + countCertificates(privateKey) === 0 && certificate.trim() === '')
      refuseField('certificate', 'ssl:error.wholePart');
    const judged = isReplaced
      ? await validateOrRefuse(
          {
            certificate,
            // A renewed certificate may use the stored key.
            privateKey: privateKey.trim() === '' && !hasKey ? openKey(ctx.services, known) : privateKey,
            caBundle: caBundle ?? '',
            zone: knownDomain.name,
            now: ctx.now,
          },
          ctx,
        )
      : null;
    return ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const row = await loadCertificate(tx, domain, sslId);
      // What was validated against the stored key must be stored with that key.
      const isOther = version !== undefined ? version !== row.version : judged !== null && row.sealedKey !== known.sealedKey;
      if (isOther) refuse(409, 'error:versionConflict', { extra: { ssl: showSsl(row, domain, ctx) } });
      const lost = judged && row.attachedHosts.find((host) => !isCovered(judged.names, host));
      if (lost) refuseField('certificate', 'ssl:error.stillAttached', { host: lost });
      const columns: Partial<SslRow> = {
        ...(title !== undefined && { title }),
        ...(judged && { ...judged.columns, sealedKey: sealKey(ctx.services, row.id, judged.privateKey), toldDays: null }),
      };
      const next = await change(tx, row, columns, ctx.now);
      await log({ action: 'update', entity: toEntity(next), domainId: domain.id, before: logged(row), after: logged(next) });
      return { ssl: showSsl(next, domain, ctx) };
    });
  },

  attach: (ctx, { domainId, sslId, hosts }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const row = await loadCertificate(tx, domain, sslId);
      if (row.certificate === null) refuse(409, 'ssl:error.notIssued');
      if ((row.expiresAt ?? 0) <= ctx.now) refuse(422, 'ssl:error.attachExpired');
      const names = row.hosts;
      const inside = names.filter((name) => isInZone(name, domain.name));
      if (inside.length === 0) refuse(422, 'ssl:error.noHosts');
      const wanted = hosts ? coveredHosts('hosts', hosts, names, domain.name) : inside;
      const lost = await transferHosts(tx, domain.id, row.id, wanted, ctx.now);
      const next = await change(tx, row, { attachedHosts: wanted }, ctx.now);
      await log({
        action: 'update',
        entity: toEntity(row),
        domainId: domain.id,
        before: { attachedHosts: row.attachedHosts },
        after: { attachedHosts: wanted, ...lostHosts(lost) },
      });
      return { ssl: showSsl(next, domain, ctx) };
    }),

  detach: (ctx, { domainId, sslId }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const row = await loadCertificate(tx, domain, sslId);
      // When two tabs detach one, both succeed.
      if (row.attachedHosts.length === 0) {
        ctx.changedNothing();
        return { ssl: showSsl(row, domain, ctx) };
      }
      const next = await change(tx, row, { attachedHosts: [] }, ctx.now);
      const before = { attachedHosts: row.attachedHosts };
      await log({ action: 'update', entity: toEntity(row), domainId: domain.id, before, after: { attachedHosts: [] } });
      return { ssl: showSsl(next, domain, ctx) };
    }),

  delete: (ctx, { domainId, sslId }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const row = await loadCertificate(tx, domain, sslId);
      const attached = row.attachedHosts;
      if (attached.length > 0) refuse(409, 'ssl:error.inUse', { params: { hosts: attached.slice(0, 3).join(', ') } });
      await endTask(tx, ctx, row, 'cancelled');
      await tx.deleteFrom('ssl').where('id', '=', row.id).execute();
      await log({ action: 'delete', entity: toEntity(row), domainId: domain.id, before: logged(row) });
      return { done: true as const };
    }),
});
