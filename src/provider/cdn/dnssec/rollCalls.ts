import type { dnssec } from '../../../lib/contract/cdn/dnssec.ts';
import { parentState } from '../../../lib/rules/cdn/dnssec/parent.ts';
import { canCancelRoll, DNSKEY_TTL, MAX_DS_TTL, MAX_ZONE_TTL, rollStep } from '../../../lib/rules/cdn/dnssec/roll.ts';
import type { Handlers } from '../../core/implement.ts';
import { consumeAttempt } from '../../core/throttle.ts';
import { ownedDomain } from '../../db/owned.ts';
import type { Domain, Tx } from '../../db/schema.ts';
import { Refusal, refuse } from '../../kernel/refusal.ts';
import { loadDnsSettings, touchZone } from '../dns/index.ts';
import { parentQueryLimit } from './queryLimit.ts';
import { noteRoll } from './roll.ts';
import {
  anyDigest,
  canSign,
  computeKeyTag,
  keyEntity,
  loadDnssec,
  loadRoll,
  newKey,
  noteParent,
  ownDs,
  queryParent,
  showDnssec,
} from './state.ts';

/** The longest TTL of a zone in seconds, as far as it matters. */
async function longestTtl(tx: Tx, domain: Domain): Promise<number> {
  const { defaultTtl } = await loadDnsSettings(tx, domain);
  const { most } = await tx
    .selectFrom('dnsRecord')
    .select((e) => e.fn.max('ttl').as('most'))
    .where('domainId', '=', domain.id)
    .executeTakeFirstOrThrow();
  return Math.min(Math.max(defaultTtl, DNSKEY_TTL, Number(most ?? 0)), MAX_ZONE_TTL);
}

export const rollCalls: Pick<Handlers<typeof dnssec>, 'roll' | 'cancelRoll'> = {
  async roll(ctx, { domainId }) {
    const { resolver, drivers, secrets } = ctx.services;
    const knownDomain = await ownedDomain(ctx.db, ctx.account, domainId);
    const isNew = (await loadDnssec(ctx.db, knownDomain)) !== undefined && (await loadRoll(ctx.db, knownDomain)) === undefined;
    if (isNew) await consumeAttempt(ctx, [{ limit: parentQueryLimit, key: ctx.account.id }]);
    const observed = isNew ? await queryParent(resolver, knownDomain.name) : null;
    return ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const current = await loadDnssec(tx, domain);
      if (!current) return refuse(409, 'dnssec:error.inactive');
      const running = await loadRoll(tx, domain);
      // Two tabs that start it get the same key.
      if (running) {
        ctx.changedNothing();
        return { dnssec: showDnssec(domain, current, running, drivers, ctx.now) };
      }
      if (!canSign(drivers)) refuse(409, 'dnssec:error.unsupported');
      const found = anyDigest(observed);
      if (found === null) return refuse(409, 'dnssec:error.unreachable');
      const { row } = await noteParent(tx, ctx.now, domain, current, found);
      if (parentState(ownDs(domain.name, current.publicKey), found) !== 'matches') return refuse(409, 'dnssec:error.inactive');
      // Key tags distinguish the keys on the screen and at registrars.
      let key = newKey(domain.id, secrets);
      while (computeKeyTag(key.publicKey) === computeKeyTag(current.publicKey)) key = newKey(domain.id, secrets);
      const roll = {
        ...key,
        startedAt: ctx.now,
        // Replaced below: the zone is read with the row.
        zoneVersion: 0,
        zoneTtl: await longestTtl(tx, domain),
        publishedAt: null,
        dsSeenAt: null,
        dsLastAt: null,
        dsTtl: observed?.ttl ?? MAX_DS_TTL,
        toldAt: null,
        unansweredAt: null,
        checkAt: ctx.now,
      };
      await tx.insertInto('dnssecRoll').values(roll).execute();
      await touchZone(tx, ctx, domain, 0);
      const { zoneVersion } = await ownedDomain(tx, ctx.account, domainId);
      await tx.updateTable('dnssecRoll').set({ zoneVersion }).where('domainId', '=', domain.id).execute();
      await log({ action: 'create', entity: keyEntity(domain), domainId: domain.id, after: { keyTag: computeKeyTag(roll.publicKey) } });
      return { dnssec: showDnssec(domain, row, { ...roll, zoneVersion }, drivers, ctx.now) };
    });
  },

  async cancelRoll(ctx, { domainId }) {
    const { resolver, drivers } = ctx.services;
    const knownDomain = await ownedDomain(ctx.db, ctx.account, domainId);
    const running = await loadRoll(ctx.db, knownDomain);
    // Also before the DS record was shown: a parent that reads CDS records may have it.
    if (running) await consumeAttempt(ctx, [{ limit: parentQueryLimit, key: ctx.account.id }]);
    const observed = running ? await queryParent(resolver, knownDomain.name) : null;
    return ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const before = await loadRoll(tx, domain);
      if (!before) return refuse(409, 'dnssec:error.noRoll');
      if (observed === null) return refuse(409, 'dnssec:error.unreachable');
      await noteRoll(tx, ctx, domain, observed);
      const roll = await loadRoll(tx, domain);
      // Returned, so that what the parent has is remembered.
      if (!roll || !canCancelRoll(roll, ctx.now)) {
        await log({ action: 'request', entity: keyEntity(domain), domainId: domain.id, after: { found: anyDigest(observed) } });
        return new Refusal(409, 'dnssec:error.late');
      }
      await tx.deleteFrom('dnssecRoll').where('domainId', '=', domain.id).execute();
      await touchZone(tx, ctx, domain, 0);
      const { step } = rollStep(roll, ctx.now);
      await log({
        action: 'delete',
        entity: keyEntity(domain),
        domainId: domain.id,
        before: { step, keyTag: computeKeyTag(roll.publicKey) },
      });
      return { dnssec: showDnssec(domain, await loadDnssec(tx, domain), undefined, drivers, ctx.now) };
    });
  },
};
