import { space } from '../../../lib/contract/cloud/space.ts';
import { byName } from '../../../lib/format/order.ts';
import { offered } from '../../../lib/rules/cloud/dataCenter.ts';
import { millsFor, periodHours } from '../../../lib/rules/cloud/price.ts';
import { GB, maxSpaces } from '../../../lib/rules/cloud/space/limits.ts';
import { iso } from '../../../lib/time.ts';
import { implement, type SignedIn, type Writing } from '../../core/implement.ts';
import { ownedSpaces } from '../../db/owned.ts';
import type { ServerRow } from '../../db/schema.ts';
import { type ObjectStore, ObjectStoreError } from '../../drivers/objects/objects.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';
import { loadMembers } from '../members.ts';
import { dataCenters, loadCenters } from '../offer.ts';
import { currentRates } from '../prices.ts';
import { ownServer } from '../server/index.ts';
import { startOfHour } from './meter.ts';
import { attachSpace, detachEverywhere, detachSpace } from './mounts.ts';
import { nameConflict, release, reserve } from './reserve.ts';
import {
  formatVersioning,
  loadSpaceUsage,
  ownSpace,
  readVersioning,
  requireObjectStore,
  running,
  type SpaceRow,
  showCredentials,
  showSpace,
  toEntity,
  wrapStoreErrors,
} from './store.ts';

/**
 * Makes the bucket. A process that died after this left one without a space: where the store is ours alone, and nothing is in it, the
 * next space of that name gets it.
 */
async function makeBucket(store: ObjectStore, name: string, bytes: number): Promise<void> {
  try {
    await store.createSpace(name, bytes);
  } catch (error) {
    if (!(error instanceof ObjectStoreError && error.fault === 'spaceExists')) throw error;
    if (store.capabilities.engine !== 'fs') throw nameConflict();
    await store.removeSpace(name).catch(() => {
      throw nameConflict();
    });
    await store.createSpace(name, bytes);
  }
}

/** Changes whether a server uses a space. The store is asked for the numbers only after the decision. */
async function attaching(
  ctx: SignedIn,
  spaceId: string,
  serverId: string,
  work: (writing: Writing, row: SpaceRow, server: ServerRow) => Promise<string>,
) {
  const store = requireObjectStore(ctx.services);
  return ctx.write(async (writing) => {
    const row = await ownSpace(writing.tx, ctx.account, spaceId);
    const taskId = await work(writing, row, await ownServer(writing.tx, ctx.account, serverId));
    return {
      space: await showSpace(store, row, await loadMembers(writing.tx, ctx.account), await loadCenters(writing.tx, ctx.locale)),
      taskId,
    };
  });
}

export const spaceHandlers = implement(space, {
  async list({ db, account, services, now, locale }) {
    const { objects } = services;
    const members = await loadMembers(db, account);
    const rows = await ownedSpaces(db, account).selectAll().execute();
    const centerOf = await loadCenters(db, locale);
    return {
      spaces: await Promise.all(byName(rows, locale).map((row) => showSpace(objects, row, members, centerOf))),
      limit: maxSpaces,
      hasStore: objects !== null,
      hasKeys: objects?.capabilities.keys ?? false,
      dataCenters: offered(await dataCenters(db, null, locale)).map(({ id, name, isDefault }) => ({ id, name, isDefault })),
      monthlyPrice: millsFor((await currentRates(db, now)).unit.space * 100, periodHours.monthly),
    };
  },

  async get({ db, account, services, locale }, { spaceId }) {
    const row = await ownSpace(db, account, spaceId);
    const shown = await showSpace(services.objects, row, await loadMembers(db, account), await loadCenters(db, locale));
    return { space: shown, hasKeys: services.objects?.capabilities.keys ?? false, versioning: await readVersioning(services.objects, row) };
  },

  async create(ctx, { name, datacenterId, size }) {
    const store = requireObjectStore(ctx.services);
    const row: SpaceRow & { reservedAt: number } = {
      id: ctx.newId(),
      accountId: ctx.account.id,
      name,
      dataCenterId: datacenterId,
      size,
      accessKey: null,
      keyCreatedAt: null,
      bytes: 0,
      objects: 0,
      meteredUntil: startOfHour(ctx.now),
      carry: 0,
      pendingSupplies: null,
      createdAt: ctx.now,
      stops: [],
      reservedAt: ctx.now,
    };
    await reserve(ctx, row);
    let hasBucket = false;
    try {
      await makeBucket(store, name, size * GB);
      hasBucket = true;
      const key = store.capabilities.keys ? await store.makeKey(name) : null;
      const made = { accessKey: key?.accessKey ?? null, keyCreatedAt: key && ctx.now, reservedAt: null };
      return await ctx.write(async ({ tx, log }) => {
        const { numUpdatedRows } = await tx.updateTable('space').set(made).where('id', '=', row.id).executeTakeFirstOrThrow();
        // The store took so long that the reservation had expired.
        if (numUpdatedRows === 0n) throw nameConflict();
        await log({ action: 'create', entity: toEntity(row), after: { name, datacenterId, size } });
        const credentials = await showCredentials(store, made);
        return {
          space: await showSpace(store, { ...row, ...made }, [], await loadCenters(tx, ctx.locale)),
          credentials: credentials && { ...credentials, secretKey: key?.secretKey },
        };
      });
    } catch (error) {
      // It must be empty. A remaining bucket is used by the next space with its name.
      if (hasBucket) await store.removeSpace(name).catch(() => {});
      await release(ctx, row.id);
      throw error;
    }
  },

  async resize(ctx, { spaceId, size }) {
    const store = requireObjectStore(ctx.services);
    const row = running(await ownSpace(ctx.db, ctx.account, spaceId));
    const { bytes } = await loadSpaceUsage(store, row);
    if (size * GB < bytes) refuseField('size', 'space:error.tooSmall');
    return ctx.write(async ({ tx, log }) => {
      const current = await ownSpace(tx, ctx.account, spaceId);
      await tx.updateTable('space').set({ size }).where('id', '=', spaceId).execute();
      await wrapStoreErrors(store.setQuota(row.name, size * GB));
      await log({ action: 'update', entity: toEntity(row), before: { size: current.size }, after: { size } });
      return { space: await showSpace(store, { ...current, size }, await loadMembers(tx, ctx.account), await loadCenters(tx, ctx.locale)) };
    });
  },

  async setVersioning(ctx, { spaceId, enabled }) {
    const store = requireObjectStore(ctx.services);
    const row = running(await ownSpace(ctx.db, ctx.account, spaceId));
    const versioning = enabled ? ('enabled' as const) : ('suspended' as const);
    // Not inside of the transaction: an external store may take seconds, and others would wait for it.
    const before = await wrapStoreErrors(store.versioning(row.name));
    await wrapStoreErrors(store.setVersioning(row.name, enabled));
    return ctx.write(async ({ log }) => {
      await log({ action: 'update', entity: toEntity(row), before: { versioning: formatVersioning(before) }, after: { versioning } });
      return { versioning };
    });
  },

  async setAccess(ctx, { spaceId, access }) {
    const store = requireObjectStore(ctx.services);
    const row = running(await ownSpace(ctx.db, ctx.account, spaceId));
    if (!store.capabilities.publicRead) refuse(409, 'space:access.error.unsupported');
    const before = await wrapStoreErrors(store.accessOf(row.name));
    await wrapStoreErrors(store.setAccess(row.name, access));
    return ctx.write(async ({ tx, log }) => {
      await log({ action: 'update', entity: toEntity(row), before: { access: before }, after: { access } });
      return { space: await showSpace(store, row, await loadMembers(tx, ctx.account), await loadCenters(tx, ctx.locale)) };
    });
  },

  async delete(ctx, { spaceId, confirm }) {
    const row = await ownSpace(ctx.db, ctx.account, spaceId);
    const store = requireObjectStore(ctx.services);
    if (confirm.trim() !== row.name) refuseField('confirm', 'space:error.confirm');
    // The bucket first: after an interrupted deletion, the space is left and can be deleted again.
    await wrapStoreErrors(store.removeSpace(row.name));
    return ctx.write(async ({ tx, log }) => {
      await ownSpace(tx, ctx.account, spaceId);
      await detachEverywhere(tx, ctx, row);
      await tx.deleteFrom('space').where('id', '=', spaceId).execute();
      await log({ action: 'delete', entity: toEntity(row), before: { name: row.name, datacenterId: row.dataCenterId, size: row.size } });
      return { done: true as const };
    });
  },

  attach: (ctx, { spaceId, serverId, mountPoint: wanted }) =>
    attaching(ctx, spaceId, serverId, async ({ tx, log }, row, server) => {
      running(row);
      const { taskId, mountPoint } = await attachSpace(tx, ctx, row, server, wanted);
      await log({ action: 'deploy', entity: toEntity(row), after: { server: server.name, mountPoint } });
      return taskId;
    }),

  detach: (ctx, { spaceId, serverId }) =>
    attaching(ctx, spaceId, serverId, async ({ tx, log }, row, server) => {
      const { taskId } = await detachSpace(tx, ctx, row, server);
      await log({ action: 'undeploy', entity: toEntity(row), before: { server: server.name } });
      return taskId;
    }),

  async credentials({ db, account, services }, { spaceId }) {
    const row = await ownSpace(db, account, spaceId);
    return { credentials: services.objects && (await showCredentials(services.objects, row)) };
  },

  async roll(ctx, { spaceId }) {
    const row = running(await ownSpace(ctx.db, ctx.account, spaceId));
    const store = requireObjectStore(ctx.services);
    if (!store.capabilities.keys) refuse(409, 'space:error.noKeys');
    return ctx.write(async ({ tx, log }) => {
      await ownSpace(tx, ctx.account, spaceId);
      const { accessKey, secretKey } = await wrapStoreErrors(store.makeKey(row.name));
      await tx.updateTable('space').set({ accessKey, keyCreatedAt: ctx.now }).where('id', '=', spaceId).execute();
      await log({ action: 'request', entity: toEntity(row), after: { accessKey } });
      const { url, region } = store.endpoint();
      const createdAt = iso(ctx.now);
      return { credentials: { endpoint: url, region, accessKey, secretKey, createdAt, lastUsedAt: null } };
    });
  },
});
