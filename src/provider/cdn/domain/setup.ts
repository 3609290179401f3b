import type { domain } from '../../../lib/contract/cdn/domain.ts';
import type { NsStatus } from '../../../lib/contract/cdn/domainSetup.ts';
import { clash, RecordIndex } from '../../../lib/rules/cdn/dns/recordConflicts.ts';
import type { NsObservation } from '../../../lib/rules/cdn/domain/lifecycle.ts';
import { sameData } from '../../../lib/rules/core/dnsTypes.ts';
import { iso } from '../../../lib/time.ts';
import type { Handlers, SignedIn } from '../../core/implement.ts';
import { consumeAttempt, type Limit } from '../../core/throttle.ts';
import { type OwnedDomain, ownedDomain, selectRecords } from '../../db/owned.ts';
import type { Domain, DomainCheck } from '../../db/schema.ts';
import { Refusal, refuse } from '../../kernel/refusal.ts';
import { toData } from '../dns/index.ts';
import { adoptCustomNs, loadDomainCheck, observe } from '../ns/index.ts';
import { applyObservation } from './lifecycle.ts';
import { type ScanResult, scanZone } from './scan.ts';

/** Both query third-party name servers, so customers can only run so many. */
const scans: Limit = { name: 'domain-scan', max: 10, windowMs: 10 * 60_000 };
const looks: Limit = { name: 'domain-verify', max: 12, windowMs: 2 * 60_000 };
/** Reloading the page shows the same scan; an incomplete one is repeated sooner. */
const RETENTION_MS = { complete: 15 * 60_000, partial: 60_000 } as const;

function setupStatus(domain: Domain, check: DomainCheck | undefined): NsStatus {
  const observed = (check?.seen ?? 'unchecked') as NsObservation; // only `applyObservation` writes it
  return {
    status: domain.status,
    expected: [domain.firstNs, domain.secondNs],
    current: check?.current ?? [],
    matched: observed === 'matched',
    seen: observed,
    source: check?.source ?? null,
    signed: check?.signed ?? null,
    checkedAt: iso(check?.checkedAt ?? null),
    nextCheckAt: iso(check?.nextAt ?? null),
    movedAwayAt: iso(domain.movedAwayAt),
  };
}

/** The last scan while it is fresh, otherwise a new one, which is stored. */
async function scanned(ctx: SignedIn, domain: OwnedDomain, fresh: boolean): Promise<{ found: ScanResult; scannedAt: number }> {
  const stored = await ctx.db.selectFrom('domainScan').selectAll().where('domainId', '=', domain.id).executeTakeFirst();
  if (stored && !fresh) {
    const found = JSON.parse(stored.found) as ScanResult; // written below
    if (ctx.now - stored.scannedAt < RETENTION_MS[found.complete ? 'complete' : 'partial']) return { found, scannedAt: stored.scannedAt };
  }
  await consumeAttempt(ctx, [{ limit: scans, key: ctx.account.id }]);
  const found = await scanZone(ctx.services.resolver, domain.name);
  const row = { found: JSON.stringify(found), scannedAt: ctx.now };
  await ctx.services.store.write(`account:${ctx.account.id}`, async (tx) => {
    // It may have been removed in the meantime.
    await ownedDomain(tx, ctx.account, domain.id);
    await tx
      .insertInto('domainScan')
      .values({ domainId: domain.id, ...row })
      .onConflict((conflict) => conflict.column('domainId').doUpdateSet(row))
      .execute();
  });
  return { found, scannedAt: ctx.now };
}

export const setupHandlers: Pick<Handlers<typeof domain>, 'scan' | 'nsStatus' | 'verify'> = {
  async scan(ctx, { domainId, fresh = false }) {
    const domain = await ownedDomain(ctx.db, ctx.account, domainId);
    const { found, scannedAt } = await scanned(ctx, domain, fresh);
    const { records, left, ...rest } = found;
    const index = new RecordIndex((await selectRecords(ctx.db, domain).selectAll().execute()).map(toData));
    return {
      ...rest,
      records: records.map((record) => ({
        ...record,
        state: index.at(record.name).some((other) => sameData(other.record, record)) ? 'exists' : clash(index, record) ? 'conflict' : 'new',
      })),
      left: left.map(({ key, params, ...line }) => ({ ...line, message: ctx.t(key, params) })),
      scannedAt: iso(scannedAt),
    };
  },

  async nsStatus({ db, account }, { domainId }) {
    const domain = await ownedDomain(db, account, domainId);
    return { nsStatus: setupStatus(domain, await loadDomainCheck(db, domain.id)) };
  },

  async verify(ctx, { domainId }) {
    const { services } = ctx;
    const found = await ownedDomain(ctx.db, ctx.account, domainId);
    if (found.setupMode === 'cname') refuse(409, 'cnameSetup:error.byRecord');
    await consumeAttempt(ctx, [{ limit: looks, key: ctx.account.id }]);
    const observed = await observe(services.resolver, found);
    return ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const adopted = await adoptCustomNs(tx, ctx, domain, observed);
      if (adopted.change) await log(adopted.change);
      const settled = await applyObservation(tx, ctx, adopted.domain, adopted.look);
      if (settled.change) await log(settled.change);
      const nsStatus = setupStatus(settled.domain, await loadDomainCheck(tx, domainId));
      const extra = { nsStatus };
      // Name servers that its former owner set.
      if (nsStatus.seen === 'matched' && settled.domain.hold === 'former')
        return new Refusal(409, 'domain:error.heldBefore', { params: { domain: found.name }, extra });
      // An active domain stays active when no name server replied.
      if (nsStatus.matched || (observed.seen === 'unseen' && nsStatus.status === 'active')) return { nsStatus };
      // Returned, not thrown, so that the observation is stored.
      if (observed.seen === 'unseen') return new Refusal(409, 'domain:error.nsUnseen', { extra });
      if (observed.seen === 'undelegated') return new Refusal(409, 'domain:error.nsUndelegated', { params: { domain: found.name }, extra });
      return new Refusal(409, 'domain:error.nsNotChanged', { params: { current: nsStatus.current.join(', ') }, extra });
    });
  },
};
