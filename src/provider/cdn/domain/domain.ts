import { sql } from 'kysely';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { folded } from '../../../lib/format/fold.ts';
import { byName } from '../../../lib/format/order.ts';
import { nameToUnicode } from '../../../lib/format/punycode.ts';
import { toDomainName } from '../../../lib/rules/cdn/domain/name.ts';
import { toggled } from '../../../lib/rules/cdn/domain/toggle.ts';
import { planSum } from '../../../lib/rules/cdn/plan/change.ts';
import { trafficPriceAt } from '../../../lib/rules/cdn/plan/traffic.ts';
import { monthKey } from '../../../lib/rules/core/month.ts';
import { iso } from '../../../lib/time.ts';
import { catalog } from '../../core/catalog.ts';
import { implement } from '../../core/implement.ts';
import { consumeAttempt, type Limit } from '../../core/throttle.ts';
import { contains } from '../../db/contains.ts';
import { databaseFault } from '../../db/faults.ts';
import { ownedDomain, ownedDomains, ownedDomainsById, selectRecords } from '../../db/owned.ts';
import type { Domain as Row } from '../../db/schema.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';
import { setZone, touchZone } from '../dns/index.ts';
import { loadSuspension } from '../domainSuspension.ts';
import { showDomain, showDomains, toDomain } from '../domainView.ts';
import { unsupportedBy } from '../features.ts';
import { trafficPrices } from '../metering/index.ts';
import { buyPlan, loadTerm } from '../plan/index.ts';
import { offeredPlans } from '../plans.ts';
import { registrableName } from '../registrable.ts';
import { countedFeatures } from './counts.ts';
import { findHold } from './hold.ts';
import { scheduleCheck } from './lifecycle.ts';
import { postureAt } from './posture.ts';
import { removeDomain } from './remove.ts';
import { setupHandlers } from './setup.ts';
import { termsHtml } from './terms.ts';
import { archiveRemoved, dropTerm, trashHandlers } from './trash.ts';

/** Checking a name reveals something about other customers, so it is rate limited. */
const checks: Limit = { name: 'domain-check', max: 60, windowMs: 60_000 };

/** A name as stored: in ASCII if it is a domain name, otherwise as typed. */
const asciiName = (text: string): string => {
  const typed = toDomainName(text);
  return typed.ok ? typed.name : folded(text.trim());
};

const columns = { dateAdded: 'createdAt', status: 'status', plan: 'plan' } as const;

export const domainHandlers = implement(domain, {
  async list(ctx, { page, perPage = 50, sort = 'name', order, q, name, status, plan }) {
    const { db, account, locale } = ctx;
    let query = ownedDomains(db, account);
    if (status) query = query.where('status', '=', status);
    if (plan) query = query.where('plan', '=', plan);
    if (name) query = query.where('name', '=', asciiName(name));
    if (q?.trim()) {
      // Names are stored in ASCII, and can be searched in any script.
      const others = await query.select(['id', 'name']).where('name', 'like', '%xn--%').execute();
      const text = folded(q.trim());
      const ids = others.filter((one) => folded(nameToUnicode(one.name)).includes(text)).map(({ id }) => id);
      query = query.where((e) => e.or([contains(sql.ref('name'), asciiName(q)), e('id', 'in', ['', ...ids])]));
    }
    if (sort === 'name') {
      // A database doesn't have the order of a language: it returns the names, and then the domains of the page.
      const named = page ? byName(await query.select(['id', 'name']).execute(), locale, order === 'desc') : null;
      const ids = named?.slice((page ?? 1) * perPage - perPage, (page ?? 1) * perPage).map(({ id }) => id);
      const found = await (ids ? ownedDomainsById(db, account, ids) : query.selectAll().execute());
      const rows = byName(found, locale, order === 'desc');
      return { domains: await showDomains(db, ctx, rows), total: named?.length ?? rows.length };
    }
    const sorted = query
      .selectAll()
      .orderBy(columns[sort], order ?? (sort === 'dateAdded' ? 'desc' : 'asc'))
      .orderBy('id');
    const rows = await (page ? sorted.limit(perPage).offset((page - 1) * perPage) : sorted.limit(catalog.limits.domains)).execute();
    const total = page ? (await query.select((e) => e.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n : rows.length;
    return { domains: await showDomains(db, ctx, rows), total: Number(total) };
  },

  async get(ctx, { domainId }) {
    const row = await ownedDomain(ctx.db, ctx.account, domainId);
    const shown = await showDomain(ctx.db, ctx, row);
    return { domain: { ...shown, planSince: iso(row.planSince), termsVersion: row.termsVersion } };
  },

  async posture(ctx, { domainId }) {
    const row = await ownedDomain(ctx.db, ctx.account, domainId);
    const { deploy, edge } = await showDomain(ctx.db, ctx, row);
    return {
      posture: await postureAt(ctx.db, row, {
        now: ctx.now,
        publishFailed: deploy.status === 'failed',
        edge,
        signs: ctx.services.drivers.dns?.capabilities.dnssec ?? false,
      }),
    };
  },

  features: async ({ db, account }, { domainId }) => ({ features: await countedFeatures(db, await ownedDomain(db, account, domainId)) }),

  terms: ({ locale }) => ({ terms: { version: catalog.termsVersion, html: termsHtml(locale) } }),

  plans: async ({ db, now }) => ({
    plans: (await offeredPlans(db, now)).map((plan) => ({ ...plan, features: [...plan.features] })),
    trafficPrice: trafficPriceAt(await trafficPrices(db), monthKey(now)),
  }),

  async check(ctx, input) {
    await consumeAttempt(ctx, [{ limit: checks, key: ctx.account.id }]);
    const typed = registrableName(input.name, ctx.services.env);
    const nothing = { exists: false, ownedByOther: false, unsupportedFeatures: [] };
    if (!typed.ok) return { check: { ...nothing, valid: false, apex: typed.apex, message: ctx.t(typed.key, typed.params) } };
    const existing = await ctx.db.selectFrom('domain').select('accountId').where('name', '=', typed.name).executeTakeFirst();
    const exists = existing?.accountId === ctx.account.id;
    const ownedByOther = Boolean(existing) && !exists;
    return {
      check: {
        valid: !existing,
        exists,
        ownedByOther,
        apex: typed.name,
        unsupportedFeatures: unsupportedBy(typed.name),
        ...(exists && { message: ctx.t('domain:error.exists') }),
        ...(ownedByOther && { message: ctx.t('domain:error.taken') }),
      },
    };
  },

  async add(ctx, input) {
    const typed = registrableName(input.name, ctx.services.env);
    if (!typed.ok) return refuseField('name', typed.key, typed.params);
    const { name } = typed;
    if (ctx.key && input.plan !== 'free') refuse(409, 'domain:error.keyPlan');
    if (input.termsVersion !== catalog.termsVersion) refuse(409, 'domain:error.termsVersion');
    const { now, account } = ctx;

    const work = ctx.write(async ({ tx, log }) => {
      const offer = (await offeredPlans(tx, now)).find(({ code }) => code === input.plan) ?? refuse(409, 'domain:error.planNotOffered');
      const price = offer.price.monthly ?? refuse(409, 'domain:error.planByContact');
      // An operator changed it in the meantime: never charge an amount that wasn't shown.
      if (input.shown !== undefined && input.shown !== price) refuse(409, 'domain:error.changed');
      const existing = await tx.selectFrom('domain').select('accountId').where('name', '=', name).executeTakeFirst();
      if (existing)
        refuse(409, existing.accountId === account.id ? 'domain:error.exists' : 'domain:error.taken', {
          fields: { name: { key: existing.accountId === account.id ? 'domain:error.exists' : 'domain:error.taken' } },
        });
      const { n } = await ownedDomains(tx, account)
        .select((e) => e.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow();
      if (Number(n) >= catalog.limits.domains) refuse(409, 'domain:error.limit', { params: { max: catalog.limits.domains } });
      const [firstNs, secondNs] = ctx.services.env.NAME_SERVERS;
      const id = ctx.newId();
      const row: Row = {
        id,
        accountId: account.id,
        name,
        status: 'pendingNsChange',
        plan: input.plan,
        planSince: now,
        firstNs,
        secondNs,
        dnssecStatus: 'off',
        termsVersion: input.termsVersion,
        zoneVersion: await setZone(tx, ctx, { id, accountId: account.id, name }),
        recordCount: 0,
        createdAt: now,
        activatedAt: null,
        movedAwayAt: null,
        setupMode: 'ns',
        hold: await findHold(tx, ctx, name, account.id),
      };
      await tx.insertInto('domain').values(row).execute();
      const sum = planSum(price, 0, 0);
      if (price > 0)
        await buyPlan(tx, ctx, row, { period: 'month', sum, label: 'domain:ledger.firstMonth', lacking: 'domain:error.balance' });
      await scheduleCheck(tx, ctx.services.jobs, row.id, now);
      await log({ action: 'create', entity: { type: 'domain', id: row.id, name }, domainId: row.id, after: toDomain(row) });
      return { domain: await showDomain(tx, ctx, row) };
    });
    // Another customer may add the same name at the same moment: the unique index decides.
    return work.catch((error: unknown) =>
      databaseFault(error) === 'duplicate'
        ? refuse(409, 'domain:error.taken', { fields: { name: { key: 'domain:error.taken' } } })
        : Promise.reject(error),
    );
  },

  toggle: (ctx, { domainId, active }) =>
    ctx.write(async ({ tx, log }) => {
      const owned = await ownedDomain(tx, ctx.account, domainId);
      const result = toggled(owned.status, active);
      if (!result.ok) return refuse(409, result.key);
      const { status } = result;
      // When two tabs pause one domain, both succeed.
      if (status === owned.status) {
        ctx.changedNothing();
        return { domain: await showDomain(tx, ctx, owned) };
      }
      // Its service was disabled because of an unpaid plan: choose a plan first, Basic if none should be paid.
      if (active && (await loadTerm(tx, owned))?.disabledAt) refuse(402, 'plan:error.disabled', { params: { domain: owned.name } });
      const stop = active ? await loadSuspension(tx, owned.id) : undefined;
      if (stop) refuse(stop.reason === 'balance' ? 402 : 409, `domain:error.suspended.${stop.reason}`, { params: { domain: owned.name } });
      await tx.updateTable('domain').set({ status }).where('id', '=', owned.id).where('accountId', '=', ctx.account.id).execute();
      // The DNS responses for records that go through the CDN change with it.
      await touchZone(tx, ctx, owned, 0);
      await log({
        action: 'update',
        entity: { type: 'domain', id: owned.id, name: owned.name },
        domainId: owned.id,
        before: { status: owned.status },
        after: { status },
      });
      return { domain: await showDomain(tx, ctx, { ...owned, status }) };
    }),

  delete: (ctx, { domainId, confirm }) =>
    ctx.write(async ({ tx, log }) => {
      const owned = await ownedDomain(tx, ctx.account, domainId);
      const typed = toDomainName(confirm);
      if (!typed.ok || typed.name !== owned.name) refuseField('confirm', 'error:confirmMismatch', { expected: owned.name });
      // Recorded in the change log, where a domain removed by mistake can be looked up.
      const records = await selectRecords(tx, owned)
        .select(['name', 'type', 'content', 'ttl', 'proxy', 'priority', 'weight', 'port'])
        .execute();
      await log({
        action: 'delete',
        entity: { type: 'domain', id: owned.id, name: owned.name },
        domainId: owned.id,
        before: { ...toDomain(owned), records },
      });
      await archiveRemoved(tx, ctx.now, owned);
      const refunded = await removeDomain(tx, ctx, owned);
      if (refunded > 0) await dropTerm(tx, owned);
      return { done: true as const, refunded };
    }),

  ...trashHandlers,
  ...setupHandlers,
});
