import { MAX_DS_TTL, rollStep } from '../../../lib/rules/cdn/dnssec/roll.ts';
import { MINUTE } from '../../../lib/time.ts';
import { writeSystemChange } from '../../core/changes.ts';
import { notifyOwner } from '../../core/notification/notifyOwner.ts';
import type { Work } from '../../core/services.ts';
import { domainForJob, type OwnedDomain } from '../../db/owned.ts';
import type { DnssecRoll, Tx } from '../../db/schema.ts';
import type { ParentDs } from '../../drivers/resolver/resolver.ts';
import { desiredId, selectDriver } from '../../jobs/desired.ts';
import type { JobHandler } from '../../jobs/jobs.ts';
import { touchZone } from '../dns/index.ts';
import { anyDigest, computeKeyTag, keyEntity, loadDnssec, loadRoll, noteParent, ownDs, queryParent } from './state.ts';

/** How often the parent is asked. */
const CHECK_MS = 10 * MINUTE;
const BATCH = 50;

/**
 * Moves every roll on that is due. Each step is one transaction, so a crash in between repeats the look at the parent, and nothing else.
 */
export const rollKeys: JobHandler = async (ctx) => {
  const { now, leaving } = ctx;
  const { store, resolver } = ctx.services;
  const due = await store.reader
    .selectFrom('dnssecRoll')
    .select('domainId')
    .where('checkAt', '<=', now)
    .orderBy('checkAt')
    .limit(BATCH)
    .execute();
  for (const { domainId } of due) {
    if (leaving.aborted) return;
    const domain = await domainForJob(store.reader, domainId);
    const roll = domain && (await loadRoll(store.reader, domain));
    if (!domain || !roll) continue;
    const observed = rollStep(roll, now).step === 'publish' ? 'notYet' : await queryParent(resolver, domain.name);
    await store.write(`account:${domain.accountId}`, async (tx) => {
      const current = await domainForJob(tx, domainId);
      const row = current && (await loadDnssec(tx, current));
      if (!current || !row) return;
      if (observed === 'notYet') return notePublished(tx, ctx, current);
      const noted = await noteParent(tx, now, current, row, anyDigest(observed));
      if (noted.change)
        await writeSystemChange(tx, ctx, { ...noted.change, kind: 'dnssec.roll', group: 'dnssec', accountId: current.accountId });
      await noteRoll(tx, ctx, current, observed);
    });
  }
};

const set = (tx: Tx, { domainId }: DnssecRoll, columns: Partial<DnssecRoll>) =>
  tx.updateTable('dnssecRoll').set(columns).where('domainId', '=', domainId).execute();

/** Notes that the name servers have both keys, once they do. */
async function notePublished(tx: Tx, ctx: Work, domain: OwnedDomain): Promise<void> {
  const roll = await loadRoll(tx, domain);
  if (!roll || rollStep(roll, ctx.now).step !== 'publish') return;
  if (roll.publishedAt !== null) return void (await set(tx, roll, { checkAt: rollStep(roll, ctx.now).until ?? ctx.now }));
  const zone = await tx.selectFrom('desired').select('observedVersion').where('id', '=', desiredId('zone', domain.name)).executeTakeFirst();
  // Without name servers nobody can have an old answer.
  const isPublished = selectDriver(ctx.services, 'zone') === null || (zone?.observedVersion ?? 0) >= roll.zoneVersion;
  if (!isPublished) return void (await set(tx, roll, { checkAt: ctx.now + MINUTE }));
  const next = { ...roll, publishedAt: ctx.now };
  await set(tx, roll, { publishedAt: ctx.now, checkAt: rollStep(next, ctx.now).until ?? ctx.now });
  await logStep(tx, ctx, domain, next);
}

const logStep = (tx: Tx, ctx: Work, domain: OwnedDomain, roll: DnssecRoll, action: 'update' | 'deploy' = 'update') =>
  writeSystemChange(tx, ctx, {
    kind: 'dnssec.roll',
    group: 'dnssec',
    accountId: domain.accountId,
    action,
    entity: keyEntity(domain),
    domainId: domain.id,
    after: { keyTag: computeKeyTag(roll.publicKey), ...(action === 'update' && { step: rollStep(roll, ctx.now).step }) },
  });

/**
 * Notes what the parent has of the new key, and ends the roll when that is safe. Only what every server of the parent says counts, and
 * only an answer of this moment: a roll whose parent doesn’t answer waits with both keys, which harms nobody.
 * @param observed null: no server of the parent answered
 */
export async function noteRoll(tx: Tx, ctx: Work, domain: OwnedDomain, observed: ParentDs | null): Promise<void> {
  const { now } = ctx;
  const roll = await loadRoll(tx, domain);
  if (!roll) return;
  const before = rollStep(roll, now).step;
  if (observed === null) {
    await set(tx, roll, { unansweredAt: roll.unansweredAt ?? now, checkAt: now + CHECK_MS });
    return notifyReady(tx, ctx, domain, roll);
  }
  const own = ownDs(domain.name, roll.publicKey);
  const having = observed.lists.filter((list) => list.some((one) => own.includes(one))).length;
  const isEverywhere = having === observed.lists.length;
  const next: DnssecRoll = {
    ...roll,
    unansweredAt: null,
    dsSeenAt: isEverywhere ? (roll.dsSeenAt ?? now) : null,
    dsLastAt: having > 0 ? now : roll.dsLastAt,
    dsTtl: Math.max(roll.dsTtl, observed.ttl ?? (observed.lists.some((list) => list.length > 0) ? MAX_DS_TTL : 0)),
    checkAt: now + CHECK_MS,
  };
  const { step, until } = rollStep(next, now);
  if (step === 'parent' && until !== null && now >= until) return finish(tx, ctx, domain, next);
  if (step === 'publish') next.checkAt = until ?? now + MINUTE;
  else if (until !== null) next.checkAt = Math.min(until, next.checkAt);
  const { domainId: _, ...columns } = next;
  await set(tx, roll, columns);
  if (step !== before) await logStep(tx, ctx, domain, next);
  await notifyReady(tx, ctx, domain, next);
}

/** Notifies the owner once that the DS record can be replaced. */
async function notifyReady(tx: Tx, ctx: Work, domain: OwnedDomain, roll: DnssecRoll): Promise<void> {
  if (roll.toldAt !== null || rollStep(roll, ctx.now).step !== 'registrar') return;
  await set(tx, roll, { toldAt: ctx.now });
  await logStep(tx, ctx, domain, roll);
  await notifyRoll(tx, ctx, domain, 'ready');
}

/** The old key leaves, with its signatures. */
async function finish(tx: Tx, ctx: Work, domain: OwnedDomain, roll: DnssecRoll): Promise<void> {
  const { privateKey, publicKey } = roll;
  await tx.updateTable('dnssec').set({ privateKey, publicKey }).where('domainId', '=', domain.id).execute();
  await tx.deleteFrom('dnssecRoll').where('domainId', '=', domain.id).execute();
  await touchZone(tx, ctx, domain, 0);
  await logStep(tx, ctx, domain, roll, 'deploy');
  await notifyRoll(tx, ctx, domain, 'done');
}

const notifyRoll = (tx: Tx, ctx: Work, { accountId, name }: OwnedDomain, what: 'ready' | 'done') =>
  notifyOwner(tx, ctx, {
    accountId,
    event: 'domainStatus',
    type: what === 'done' ? 'success' : 'warning',
    title: `dnssec:notice.${what}Title`,
    description: `dnssec:notice.${what}Text`,
    params: { domain: name },
    link: `/domains/${name}/dns/dnssec`,
  });
