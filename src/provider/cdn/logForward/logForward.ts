import { logForward } from '../../../lib/contract/cdn/logForward.ts';
import { maxTargets } from '../../../lib/rules/cdn/logForward/options.ts';
import { linkHost } from '../../../lib/rules/core/target.ts';
import { iso } from '../../../lib/time.ts';
import { type CallCtx, implement } from '../../core/implement.ts';
import { post } from '../../core/post.ts';
import { allowed } from '../../core/reach.ts';
import { requireReachableTarget } from '../../core/reachableTarget.ts';
import { consumeAttempt, type Limit } from '../../core/throttle.ts';
import { type OwnedDomain, ownedDomain, selectLogTargets } from '../../db/owned.ts';
import type { Db, LogTargetRow, Tx } from '../../db/schema.ts';
import { refuse } from '../../kernel/refusal.ts';
import { gatesFor, isAllowed, requireFeature } from '../features.ts';
import { joinEntries, signBatch } from './batch.ts';
import { forLog, formatReason, openSecret, sealSecret, showTarget, toEntity, unharmed } from './rows.ts';
import { activity } from './source.ts';

/** A test reveals what responds at an address, so it is rate limited. */
const tests: Limit = { name: 'log-forward-test', max: 10, windowMs: 5 * 60_000 };

async function ownTarget(db: Db | Tx, domain: OwnedDomain, targetId: string): Promise<LogTargetRow> {
  return (await selectLogTargets(db, domain).selectAll().where('id', '=', targetId).executeTakeFirst()) ?? refuse(404, 'error:notFound');
}

async function show({ t }: CallCtx, db: Db | Tx, domain: OwnedDomain, row: LogTargetRow) {
  return showTarget(t, row, await activity.newest(db, domain.id), isAllowed(domain, 'logForward'));
}

async function refuseDuplicate(tx: Tx, domain: OwnedDomain, target: string, exceptId = ''): Promise<void> {
  const other = await selectLogTargets(tx, domain).select('id').where('target', '=', target).where('id', '!=', exceptId).executeTakeFirst();
  if (other) refuse(409, 'logForward:error.taken', { fields: { target: { key: 'logForward:error.taken' } } });
}

export const logForwardHandlers = implement(logForward, {
  async list(ctx, { domainId }) {
    const domain = await ownedDomain(ctx.db, ctx.account, domainId);
    const gate = (await gatesFor(ctx.db, domain)).logForward;
    const newest = await activity.newest(ctx.db, domain.id);
    const rows = await selectLogTargets(ctx.db, domain).selectAll().orderBy('createdAt').orderBy('id').execute();
    return { targets: rows.map((row) => showTarget(ctx.t, row, newest, gate.allowed)), limit: maxTargets, gate };
  },

  async create(ctx, { domainId, kind, target, format, enabled, secret }) {
    await requireFeature(ctx, ctx.db, await ownedDomain(ctx.db, ctx.account, domainId), 'logForward');
    const href = await requireReachableTarget(ctx, target);
    return ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      await requireFeature(ctx, tx, domain, 'logForward');
      await refuseDuplicate(tx, domain, href);
      const { n } = await selectLogTargets(tx, domain)
        .select((e) => e.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow();
      if (Number(n) >= maxTargets) refuse(409, 'logForward:error.limit', { params: { max: maxTargets } });
      const id = ctx.newId();
      const row: LogTargetRow = {
        id,
        domainId: domain.id,
        kind,
        target: href,
        format,
        enabled,
        secret: secret === undefined ? null : sealSecret(ctx.services, id, secret),
        place: 0,
        deliveredAt: null,
        ...unharmed,
        suspendedAt: null,
        version: 1,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      };
      await log({ action: 'create', entity: toEntity(row), domainId: domain.id, after: forLog(row) });
      // Starts after the log entry of its own creation, which was just written.
      const place = await activity.newest(tx, domain.id);
      await tx
        .insertInto('logTarget')
        .values({ ...row, place })
        .execute();
      return { target: await show(ctx, tx, domain, { ...row, place }) };
    });
  },

  async update(ctx, { domainId, targetId, version, target, secret, enabled, ...change }) {
    const knownDomain = await ownedDomain(ctx.db, ctx.account, domainId);
    const known = await ownTarget(ctx.db, knownDomain, targetId);
    await requireFeature(ctx, ctx.db, knownDomain, 'logForward');
    const href = target === undefined || target === known.target ? known.target : await requireReachableTarget(ctx, target);
    return ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const row = await ownTarget(tx, domain, targetId);
      await requireFeature(ctx, tx, domain, 'logForward');
      if (version !== undefined && version !== row.version)
        refuse(409, 'error:versionConflict', { extra: { target: await show(ctx, tx, domain, row) } });
      const isOn = enabled ?? row.enabled;
      const changed = {
        kind: change.kind ?? row.kind,
        format: change.format ?? row.format,
        target: target === undefined ? row.target : href,
        secret: secret === undefined ? row.secret : secret && sealSecret(ctx.services, row.id, secret),
        enabled: isOn,
        // Retried immediately: the change may have fixed the failure.
        ...(isOn ? { ...unharmed, suspendedAt: null } : {}),
        version: row.version + 1,
        updatedAt: ctx.now,
      };
      await refuseDuplicate(tx, domain, changed.target, row.id);
      await tx.updateTable('logTarget').set(changed).where('id', '=', row.id).where('domainId', '=', domain.id).execute();
      const next: LogTargetRow = { ...row, ...changed };
      await log({ action: 'update', entity: toEntity(next), domainId: domain.id, before: forLog(row), after: forLog(next) });
      return { target: await show(ctx, tx, domain, next) };
    });
  },

  delete: (ctx, { domainId, targetId }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const row = await ownTarget(tx, domain, targetId);
      await tx.deleteFrom('logTarget').where('id', '=', row.id).where('domainId', '=', domain.id).execute();
      await log({ action: 'delete', entity: toEntity(row), domainId: domain.id, before: forLog(row) });
      return { done: true as const };
    }),

  async test(ctx, { domainId, targetId }) {
    const domain = await ownedDomain(ctx.db, ctx.account, domainId);
    const row = await ownTarget(ctx.db, domain, targetId);
    await requireFeature(ctx, ctx.db, domain, 'logForward');
    await consumeAttempt(ctx, [{ limit: tests, key: ctx.account.id }]);
    const { resolver, env } = ctx.services;
    const id = ctx.newId();
    const time = iso(ctx.now);
    const line = { test: true, id, time, log: 'activity', domain: domain.name, title: `Test entry for ${linkHost(row.target)}` };
    const body = joinEntries([JSON.stringify(line)], row.format);
    const headers = signBatch({ id: `test.${id}`, body }, row.format, openSecret(ctx.services, row), ctx.now);
    const { ok, status, ms, reason } = await post(row.target, headers, body, { resolver, allow: allowed(env), signal: ctx.signal });
    return { result: { ok, status, ms, ...(reason && { reason, message: formatReason(ctx.t, reason, status) }) } };
  },
});
