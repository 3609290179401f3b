import { cnameSetup } from '../../../lib/contract/cdn/cnameSetup.ts';
import { implement, type SignedIn } from '../../core/implement.ts';
import { consumeAttempt, type Limit } from '../../core/throttle.ts';
import { type OwnedDomain, ownedDomain } from '../../db/owned.ts';
import type { CnameSetupRow, Tx } from '../../db/schema.ts';
import { refuse } from '../../kernel/refusal.ts';
import { scheduleCheck } from '../domain/index.ts';
import { gatesFor, requireFeature } from '../features.ts';
import { applyLookup, hostsToCheck, setupChange } from './apply.ts';
import { openSetup } from './check.ts';
import { lookUpSetup } from './lookup.ts';
import { loadSetup, newSetup, saveSetup, scheduleLookup, showSetup, verificationName } from './state.ts';

/** A check queries third-party name servers, so customers can only run so many. */
const looks: Limit = { name: 'cname-setup', max: 12, windowMs: 2 * 60_000 };

/** Requested: nothing changes for visitors until the record is found. */
async function beginCname(tx: Tx, ctx: SignedIn, domain: OwnedDomain, row: CnameSetupRow): Promise<CnameSetupRow> {
  await requireFeature(ctx, tx, domain, 'cnameSetup');
  const next = { ...row, pending: true, requestedAt: ctx.now, seen: 'unchecked', checkedAt: null, nextAt: ctx.now };
  await scheduleLookup(tx, ctx.services.jobs, domain.id, ctx.now);
  return next;
}

/** Back to name servers, which have to be verified again; a pending request is withdrawn. */
async function endCname(tx: Tx, ctx: SignedIn, domain: OwnedDomain): Promise<OwnedDomain> {
  if (domain.setupMode === 'ns') return domain;
  const status = domain.status === 'inactive' ? domain.status : 'pendingNsChange';
  const next = { setupMode: 'ns' as const, status, movedAwayAt: null } as const;
  await tx.updateTable('domain').set(next).where('id', '=', domain.id).execute();
  await tx.updateTable('domainCheck').set({ misses: 0, missingSince: null }).where('domainId', '=', domain.id).execute();
  await scheduleCheck(tx, ctx.services.jobs, domain.id, ctx.now);
  return { ...domain, ...next };
}

export const cnameSetupHandlers = implement(cnameSetup, {
  async get({ db, account, services }, { domainId }) {
    const domain = await ownedDomain(db, account, domainId);
    return {
      setup: await showSetup(db, domain, await loadSetup(db, domain), services.env.EDGE_ZONE),
      gate: (await gatesFor(db, domain)).cnameSetup,
    };
  },

  update: (ctx, { domainId, mode, version }) =>
    ctx.write(async ({ tx, log }) => {
      const { EDGE_ZONE } = ctx.services.env;
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const row = (await loadSetup(tx, domain)) ?? newSetup(domain.id, ctx.now);
      const show = async (one: OwnedDomain, stored: CnameSetupRow) => ({ setup: await showSetup(tx, one, stored, EDGE_ZONE) });
      const wanted = row.pending ? 'cname' : domain.setupMode;
      // When two tabs choose the same mode, both succeed.
      if (mode === wanted) {
        ctx.changedNothing();
        return show(domain, row);
      }
      if (version !== undefined && version !== row.version) refuse(409, 'error:versionConflict', { extra: await show(domain, row) });
      const isBegun = mode === 'cname';
      const after = isBegun ? domain : await endCname(tx, ctx, domain);
      const ended = { pending: false, verifiedAt: null, misses: 0, missingSince: null, hosts: {}, nextAt: null };
      const updated = { ...(isBegun ? await beginCname(tx, ctx, domain, row) : { ...row, ...ended }), version: row.version + 1 };
      await saveSetup(tx, updated);
      await log(setupChange(domain, row.pending, after, isBegun));
      return show(after, updated);
    }),

  async check(ctx, { domainId }) {
    const { services } = ctx;
    const found = await ownedDomain(ctx.db, ctx.account, domainId);
    const open = await openSetup(ctx.db, found);
    // A setup in effect continues without the plan; a pending one doesn't start without it.
    if (open?.row.pending) await requireFeature(ctx, ctx.db, found, 'cnameSetup');
    if (open) await consumeAttempt(ctx, [{ limit: looks, key: ctx.account.id }]);
    const hosts = open ? await hostsToCheck(ctx.db, found, open.row) : [];
    const look = open && (await lookUpSetup(services.resolver, found.name, verificationName(found), hosts));
    return ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const current = await openSetup(tx, domain);
      if (!look || !current) return { setup: await showSetup(tx, domain, await loadSetup(tx, domain), services.env.EDGE_ZONE) };
      const settled = await applyLookup(tx, ctx, current, look);
      if (settled.change) await log(settled.change);
      return { setup: await showSetup(tx, settled.domain, settled.row, services.env.EDGE_ZONE) };
    });
  },
});
