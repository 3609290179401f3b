import { dnssec } from '../../../lib/contract/cdn/dnssec.ts';
import { implement } from '../../core/implement.ts';
import { consumeAttempt } from '../../core/throttle.ts';
import { ownedDomain } from '../../db/owned.ts';
import { Refusal, refuse } from '../../kernel/refusal.ts';
import { touchZone } from '../dns/index.ts';
import { gatesFor, requireFeature } from '../features.ts';
import { parentQueryLimit } from './queryLimit.ts';
import { noteRoll } from './roll.ts';
import { rollCalls } from './rollCalls.ts';
import { anyDigest, canSign, loadDnssec, loadRoll, newKey, noteParent, queryParent, showDnssec, toEntity } from './state.ts';

export const dnssecHandlers = implement(dnssec, {
  async get({ db, account, services, now }, { domainId }) {
    const domain = await ownedDomain(db, account, domainId);
    const shown = showDnssec(domain, await loadDnssec(db, domain), await loadRoll(db, domain), services.drivers, now);
    return { dnssec: shown, gate: (await gatesFor(db, domain)).dnssec };
  },

  enable: (ctx, { domainId }) =>
    ctx.write(async ({ tx, log }) => {
      const { secrets, drivers } = ctx.services;
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const existing = await loadDnssec(tx, domain);
      // Two tabs that enable it get the same key.
      if (existing) {
        ctx.changedNothing();
        return { dnssec: showDnssec(domain, existing, await loadRoll(tx, domain), drivers, ctx.now) };
      }
      await requireFeature(ctx, tx, domain, 'dnssec');
      if (domain.setupMode === 'cname') refuse(409, 'dnssec:error.cname');
      if (!canSign(drivers)) refuse(409, 'dnssec:error.unsupported');
      const row = { ...newKey(domain.id, secrets), enabledAt: ctx.now, parent: null, checkedAt: null, seenAt: null };
      await tx.insertInto('dnssec').values(row).execute();
      await tx.updateTable('domain').set({ dnssecStatus: 'pending' }).where('id', '=', domain.id).execute();
      await touchZone(tx, ctx, domain, 0);
      const shown = showDnssec(domain, row, undefined, drivers, ctx.now);
      await log({
        action: 'create',
        entity: toEntity(domain),
        domainId: domain.id,
        after: { status: shown.status, keyTag: shown.key?.keyTag },
      });
      return { dnssec: shown };
    }),

  async disable(ctx, { domainId, confirm }) {
    const { resolver, drivers } = ctx.services;
    const knownDomain = await ownedDomain(ctx.db, ctx.account, domainId);
    const needsQuery = !confirm && (await loadDnssec(ctx.db, knownDomain)) !== undefined;
    if (needsQuery) await consumeAttempt(ctx, [{ limit: parentQueryLimit, key: ctx.account.id }]);
    const found = needsQuery ? anyDigest(await queryParent(resolver, knownDomain.name)) : null;
    return ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const current = await loadDnssec(tx, domain);
      if (!current) return refuse(409, 'dnssec:error.off');
      const roll = await loadRoll(tx, domain);
      if (!confirm) {
        const { row } = await noteParent(tx, ctx.now, domain, current, found);
        // Without an answer, an earlier observation doesn't count.
        const { needs } = showDnssec(domain, found === null ? { ...row, parent: null } : row, roll, drivers, ctx.now);
        // Returned, so that what the parent had is remembered: it counts for a day.
        if (needs) {
          await log({ action: 'request', entity: toEntity(domain), domainId: domain.id, after: { found } });
          return new Refusal(409, `dnssec:error.${needs}`);
        }
      }
      // A roll ends with it.
      await tx.deleteFrom('dnssec').where('domainId', '=', domain.id).execute();
      await tx.updateTable('domain').set({ dnssecStatus: 'off' }).where('id', '=', domain.id).execute();
      await touchZone(tx, ctx, domain, 0);
      await log({
        action: 'delete',
        entity: toEntity(domain),
        domainId: domain.id,
        before: { status: domain.dnssecStatus, keyTag: showDnssec(domain, current, roll, drivers, ctx.now).key?.keyTag },
      });
      return { dnssec: showDnssec(domain, undefined, undefined, drivers, ctx.now) };
    });
  },

  ...rollCalls,

  async verify(ctx, { domainId }) {
    const { resolver, drivers } = ctx.services;
    const knownDomain = await ownedDomain(ctx.db, ctx.account, domainId);
    const isSigned = (await loadDnssec(ctx.db, knownDomain)) !== undefined;
    if (isSigned) await consumeAttempt(ctx, [{ limit: parentQueryLimit, key: ctx.account.id }]);
    const observed = isSigned ? await queryParent(resolver, knownDomain.name) : null;
    const found = anyDigest(observed);
    if (isSigned && found === null) refuse(409, 'dnssec:error.unreachable');
    return ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const current = await loadDnssec(tx, domain);
      if (current) await noteParent(tx, ctx.now, domain, current, found);
      await noteRoll(tx, ctx, domain, observed);
      const shown = showDnssec(domain, await loadDnssec(tx, domain), await loadRoll(tx, domain), drivers, ctx.now);
      await log({
        action: 'request',
        entity: toEntity(domain),
        domainId: domain.id,
        before: { status: domain.dnssecStatus },
        after: { status: shown.status, found },
      });
      return { dnssec: shown, parent: { dsFound: (found ?? []).length > 0, matches: shown.parent.state === 'matches' } };
    });
  },
});
