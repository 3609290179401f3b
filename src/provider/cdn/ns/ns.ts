import { ns } from '../../../lib/contract/cdn/ns.ts';
import { isWaiting } from '../../../lib/rules/cdn/domain/lifecycle.ts';
import { checkServers } from '../../../lib/rules/cdn/ns/servers.ts';
import { implement } from '../../core/implement.ts';
import { consumeAttempt, type Limit } from '../../core/throttle.ts';
import { ownedDomain } from '../../db/owned.ts';
import type { Domain } from '../../db/schema.ts';
import { Refusal, refuse } from '../../kernel/refusal.ts';
import { type CustomNs, loadCustomNs, saveCustomNs, showNs, syncRecords, touchZone } from '../dns/index.ts';
import { gatesFor, requireFeature } from '../features.ts';
import { activateCustomNs } from './adopt.ts';
import { loadDomainCheck } from './observe.ts';

/** Checking queries third-party name servers, so customers can only do it so often. */
const nsQueryLimit: Limit = { name: 'ns-verify', max: 12, windowMs: 2 * 60_000 };
const REQUEST_MS = 9_000;

const toEntity = ({ id, name }: Domain) => ({ type: 'nameServers', id, name });

export const nsHandlers = implement(ns, {
  async get({ db, account, services }, { domainId }) {
    const domain = await ownedDomain(db, account, domainId);
    return {
      nameServers: showNs(domain, await loadCustomNs(db, domain), services.env.NAME_SERVERS),
      gate: (await gatesFor(db, domain)).customNs,
    };
  },

  update: (ctx, { domainId, version, ...draft }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      await requireFeature(ctx, tx, domain, 'customNs');
      // Else the name servers of someone else's domain could be named, and it would count as verified.
      if (isWaiting(domain) || ((await loadDomainCheck(tx, domainId))?.misses ?? 0) > 0) refuse(409, 'ns:error.notVerified');
      const defaults = ctx.services.env.NAME_SERVERS;
      const checked = checkServers(draft, domain.name, defaults);
      if (!checked.ok) {
        const fields = Object.fromEntries(checked.problems.map(({ field, key, params }) => [field, { key, params }]).reverse());
        throw new Refusal(422, 'error:validation', { fields });
      }
      const own = await loadCustomNs(tx, domain);
      const before = showNs(domain, own, defaults);
      if (version !== undefined && version !== own.version) refuse(409, 'error:versionConflict', { extra: { nameServers: before } });
      // Already in use: a pending change is withdrawn.
      const isInUse = JSON.stringify(own.current) === JSON.stringify(checked.servers);
      const next: CustomNs = { ...own, wanted: isInUse ? null : checked.servers, version: own.version + 1, checkedAt: null, found: null };
      const { records, added } = await syncRecords(tx, ctx, domain, next);
      await saveCustomNs(tx, domain, { ...next, records });
      await touchZone(tx, ctx, domain, added);
      const nameServers = showNs(domain, next, defaults);
      await log({ action: 'update', entity: toEntity(domain), domainId: domain.id, before, after: nameServers });
      return { nameServers };
    }),

  reset: (ctx, { domainId }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const defaults = ctx.services.env.NAME_SERVERS;
      const own = await loadCustomNs(tx, domain);
      const before = showNs(domain, own, defaults);
      const gone: CustomNs = { ...own, wanted: null, current: null, records: [], version: own.version + 1, checkedAt: null, found: null };
      let after = before;
      if (own.wanted || own.current) {
        // The registry only has to be updated if custom ones were in use.
        const [firstNs, secondNs] = own.current ? defaults : [domain.firstNs, domain.secondNs];
        const { added } = await syncRecords(tx, ctx, domain, { ...own, wanted: null, current: null });
        await saveCustomNs(tx, domain, gone);
        await tx.updateTable('domain').set({ firstNs, secondNs }).where('id', '=', domain.id).execute();
        await touchZone(tx, ctx, domain, added);
        after = showNs({ ...domain, firstNs, secondNs }, gone, defaults);
      }
      await log({ action: 'update', entity: toEntity(domain), domainId: domain.id, before, after });
      return { nameServers: after };
    }),

  async verify(ctx, { domainId }) {
    const knownDomain = await ownedDomain(ctx.db, ctx.account, domainId);
    const defaults = ctx.services.env.NAME_SERVERS;
    const isWaiting = (await loadCustomNs(ctx.db, knownDomain)).wanted !== null;
    if (isWaiting) await consumeAttempt(ctx, [{ limit: nsQueryLimit, key: ctx.account.id }]);
    const found = isWaiting ? (await ctx.services.resolver.delegation(knownDomain.name, AbortSignal.timeout(REQUEST_MS))).hosts : null;
    if (isWaiting && !found) refuse(409, 'ns:error.unreachable');
    return ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const own = await loadCustomNs(tx, domain);
      if (found) await saveCustomNs(tx, domain, { ...own, checkedAt: ctx.now, found });
      const settled = found ? (await activateCustomNs(tx, ctx, domain, found)).domain : domain;
      const nameServers = showNs(settled, await loadCustomNs(tx, domain), defaults);
      await log({
        action: 'request',
        entity: toEntity(domain),
        domainId: domain.id,
        before: { status: showNs(domain, own, defaults).status },
        after: { status: nameServers.status, found },
      });
      return { nameServers };
    });
  },
});
