import { sql } from 'kysely';
import { getDomain } from 'tldts';
import { type Domain, domain } from '../../lib/contract/domain.ts';
import { toDomainName } from '../../lib/rules/domain/name.ts';
import { countTry, type Limit } from '../auth/throttle.ts';
import { contains } from '../db/contains.ts';
import { databaseFault } from '../db/open.ts';
import { ownedDomain, ownedDomains, recordsOf } from '../db/owned.ts';
import type { Domain as Row } from '../db/schema.ts';
import { catalogue } from '../db/seeds/catalogue.ts';
import { implement, refuse, refuseField } from '../implement.ts';
import { balanceOf, book } from '../wallet/ledger.ts';
import { termsHtml } from './terms.ts';

/** Asking whether a name is taken tells something about other customers, so it can't be asked without end. */
const checks: Limit = { name: 'domain-check', max: 60, windowMs: 60_000 };

export const toDomain = (row: Row): Domain => ({
  id: row.id,
  name: row.name,
  status: row.status,
  dateAdded: new Date(row.createdAt).toISOString(),
  plan: row.plan,
  nameServers: [row.firstNs, row.secondNs],
  dnssecStatus: row.dnssecStatus,
  records: row.recordCount,
});

const tldOf = (name: string) => name.slice(name.lastIndexOf('.') + 1);
const unsupportedBy = (name: string) => [...(catalogue.unsupported[tldOf(name)] ?? [])];
/** The registrable name: one label below a public suffix (publicsuffix.org). */
const apexOf = (name: string) => getDomain(name, { allowPrivateDomains: false, validateHostname: false }) ?? name;

const columns = { name: 'name', dateAdded: 'createdAt', status: 'status', plan: 'plan' } as const;

export const domainHandlers = implement(domain, {
  async list({ db, user }, { page, perPage = 50, sort = 'name', order, q, status, plan }) {
    let query = ownedDomains(db, user);
    if (status) query = query.where('status', '=', status);
    if (plan) query = query.where('plan', '=', plan);
    if (q) {
      const typed = toDomainName(q);
      query = query.where(contains(sql.ref('name'), typed.ok ? typed.name : q.toLowerCase()));
    }
    const sorted = query
      .selectAll()
      .orderBy(columns[sort], order ?? (sort === 'dateAdded' ? 'desc' : 'asc'))
      .orderBy('id');
    const rows = await (page ? sorted.limit(perPage).offset((page - 1) * perPage) : sorted.limit(catalogue.limits.domains)).execute();
    const total = page ? (await query.select((e) => e.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n : rows.length;
    return { domains: rows.map(toDomain), total: Number(total) };
  },

  get: async ({ db, user }, { domainId }) => ({ domain: toDomain(await ownedDomain(db, user, domainId)) }),

  terms: ({ locale }) => ({ terms: { version: catalogue.termsVersion, html: termsHtml(locale) } }),

  plans: () => ({ plans: Object.values(catalogue.plans).map((plan) => ({ ...plan, features: [...plan.features] })) }),

  async check(ctx, input) {
    await countTry(ctx, [{ limit: checks, key: ctx.user.id }]);
    const typed = toDomainName(input.name);
    const nothing = { exists: false, ownedByOther: false, unsupportedFeatures: [] };
    if (!typed.ok) return { check: { ...nothing, valid: false, apex: '', message: ctx.t(typed.key) } };
    const apex = apexOf(typed.name);
    if (apex !== typed.name) return { check: { ...nothing, valid: false, apex, message: ctx.t('domain:error.notApex', { apex }) } };
    const taken = await ctx.db.selectFrom('domain').select('userId').where('name', '=', typed.name).executeTakeFirst();
    const exists = taken?.userId === ctx.user.id;
    const ownedByOther = Boolean(taken) && !exists;
    return {
      check: {
        valid: !taken,
        exists,
        ownedByOther,
        apex,
        unsupportedFeatures: unsupportedBy(typed.name),
        ...(exists && { message: ctx.t('domain:error.exists') }),
        ...(ownedByOther && { message: ctx.t('domain:error.taken') }),
      },
    };
  },

  async add(ctx, input) {
    const typed = toDomainName(input.name);
    if (!typed.ok) return refuseField('name', typed.key);
    const { name } = typed;
    const apex = apexOf(name);
    if (apex !== name) refuseField('name', 'domain:error.notApex', { apex });
    if (input.termsVersion !== catalogue.termsVersion) refuse(409, 'domain:error.termsVersion');
    const price = catalogue.plans[input.plan].price.monthly;
    if (price === null) return refuse(409, 'domain:error.planByContact');
    const { now, user } = ctx;

    const work = ctx.write(async ({ tx, log }) => {
      const taken = await tx.selectFrom('domain').select('userId').where('name', '=', name).executeTakeFirst();
      if (taken)
        refuse(409, taken.userId === user.id ? 'domain:error.exists' : 'domain:error.taken', {
          fields: { name: { key: taken.userId === user.id ? 'domain:error.exists' : 'domain:error.taken' } },
        });
      const { n } = await ownedDomains(tx, user)
        .select((e) => e.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow();
      if (Number(n) >= catalogue.limits.domains) refuse(409, 'domain:error.limit', { params: { max: catalogue.limits.domains } });
      const [firstNs, secondNs] = ctx.services.env.NAME_SERVERS;
      const row: Row = {
        id: ctx.newId(),
        userId: user.id,
        name,
        status: 'pendingNsChange',
        plan: input.plan,
        planSince: now,
        firstNs,
        secondNs,
        dnssecStatus: 'off',
        termsVersion: input.termsVersion,
        zoneVersion: 1,
        recordCount: 0,
        createdAt: now,
      };
      if (price > 0) {
        const balance = await balanceOf(tx, user.id);
        if (balance < price) refuse(402, 'domain:error.balance', { extra: { needed: price - balance } });
        await book(tx, ctx, {
          kind: 'usage',
          from: { wallet: user.id },
          to: 'revenue',
          amount: price,
          description: { key: 'domain:ledger.firstMonth', params: { domain: name, plan: input.plan } },
          reference: row.id,
        });
      }
      await tx.insertInto('domain').values(row).execute();
      await log({ action: 'create', entity: { type: 'domain', id: row.id, name }, domainId: row.id, after: toDomain(row) });
      return { domain: toDomain(row) };
    });
    // Another customer may have added the same name at the same moment: the unique index decides.
    return work.catch((error: unknown) =>
      databaseFault(error) === 'duplicate'
        ? refuse(409, 'domain:error.taken', { fields: { name: { key: 'domain:error.taken' } } })
        : Promise.reject(error),
    );
  },

  async delete(ctx, { domainId, confirm }) {
    await ctx.write(async ({ tx, log }) => {
      const owned = await ownedDomain(tx, ctx.user, domainId);
      const typed = toDomainName(confirm);
      if (!typed.ok || typed.name !== owned.name) refuseField('confirm', 'error:confirmMismatch', { expected: owned.name });
      // Kept in the change log: what was lost by mistake can be read there.
      const records = await recordsOf(tx, owned)
        .select(['name', 'type', 'content', 'ttl', 'proxy', 'priority', 'weight', 'port'])
        .execute();
      await log({
        action: 'delete',
        entity: { type: 'domain', id: owned.id, name: owned.name },
        domainId: owned.id,
        before: { ...toDomain(owned), records },
      });
      await tx.deleteFrom('domain').where('id', '=', owned.id).where('userId', '=', ctx.user.id).execute();
    });
    return { done: true };
  },
});
