import { type FurtherKey, type SharedLink, spaceKey } from '../../../lib/contract/cloud/spaceKey.ts';
import { byName } from '../../../lib/format/order.ts';
import { maxKeys, maxLinks } from '../../../lib/rules/cloud/space/limits.ts';
import { iso } from '../../../lib/time.ts';
import { implement, type SignedIn } from '../../core/implement.ts';
import { selectSpaceKeys, selectSpaceLinks } from '../../db/owned.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { ObjectStore } from '../../drivers/objects/objects.ts';
import type { JobHandler } from '../../jobs/jobs.ts';
import { refuse } from '../../kernel/refusal.ts';
import { objectEntity, ownSpace, requireObjectStore, running, type SpaceRow, wrapStoreErrors } from './store.ts';

/** When keys were last used; a store that doesn't answer doesn't know. */
const loadKeyUses = (store: ObjectStore | null, accessKeys: readonly (string | null)[]): Promise<(number | null)[]> => {
  const unknown = accessKeys.map(() => null);
  return store ? store.usedAt(accessKeys.map((one) => one ?? '')).catch(() => unknown) : Promise.resolve(unknown);
};

/** Shared links of the space that haven't expired, newest first. */
const currentLinks = (db: Db | Tx, row: SpaceRow, now: number) =>
  selectSpaceLinks(db, row).selectAll().where('expiresAt', '>', now).orderBy('createdAt', 'desc').orderBy('id', 'desc').execute();

/** @throws Refusal 409 if the space has no room for a key of this name */
async function requireRoom(db: Db | Tx, row: SpaceRow, name: string): Promise<void> {
  const keys = await selectSpaceKeys(db, row).select('name').execute();
  if (keys.length >= maxKeys) refuse(409, 'space:error.keyLimit', { params: { max: maxKeys } });
  if (keys.some((one) => one.name === name))
    refuse(409, 'space:error.keyNameTaken', { params: { name }, fields: { name: { key: 'space:error.keyNameTaken', params: { name } } } });
}

/** Stores what a new key is for. If that fails, the key is removed: the store is asked before the transaction, which a slow one would hold. */
async function orRemove<T>(write: Promise<T>, store: ObjectStore, row: SpaceRow, accessKey: string | null): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (accessKey !== null) await store.removeKey(row.name, accessKey).catch(() => {});
    throw error;
  }
}

/** Deletes shared links that have expired, with the keys that signed them. */
export const deleteExpiredLinks: JobHandler = async ({ now, leaving, services: { store, objects } }) => {
  const found = await store.reader
    .selectFrom('spaceLink')
    .innerJoin('space', 'space.id', 'spaceLink.spaceId')
    .select(['spaceLink.id', 'spaceLink.accessKey', 'space.name'])
    .where('spaceLink.expiresAt', '<=', now)
    .execute();
  for (const { id, accessKey, name } of found) {
    leaving.throwIfAborted();
    // The key first: after an interruption, the next run finds the link again.
    if (accessKey !== null) await objects?.removeKey(name, accessKey);
    await store.write(`spaceLink:${id}`, (tx) => tx.deleteFrom('spaceLink').where('id', '=', id).execute());
  }
};

/**
 * Shares an object by a link that is listed and, where the store can, revoked.
 * @param expiresIn seconds
 */
export async function shareObject(ctx: SignedIn, store: ObjectStore, row: SpaceRow, key: string, expiresIn: number) {
  if ((await currentLinks(ctx.db, row, ctx.now)).length >= maxLinks) refuse(409, 'space:error.linkLimit', { params: { max: maxLinks } });
  const { url, accessKey } = await wrapStoreErrors(store.share(row.name, key, expiresIn));
  const expiresAt = ctx.now + expiresIn * 1000;
  const link = { id: ctx.newId(), spaceId: row.id, key, accessKey, createdAt: ctx.now, expiresAt };
  const write = ctx.write(async ({ tx, log }) => {
    await ownSpace(tx, ctx.account, row.id);
    await tx
      .insertInto('spaceLink')
      .values({ ...link, createdBy: ctx.key?.name ?? ctx.user.email })
      .execute();
    await log({ action: 'request', entity: objectEntity(row, key), after: { expiresAt } });
    return { id: link.id, url, expiresAt: iso(expiresAt), revocable: accessKey !== null };
  });
  return orRemove(write, store, row, accessKey);
}

export const spaceKeyHandlers = implement(spaceKey, {
  async list({ db, account, services, locale }, { spaceId }) {
    const row = await ownSpace(db, account, spaceId);
    const keys = byName(await selectSpaceKeys(db, row).selectAll().execute(), locale);
    const uses = await loadKeyUses(
      services.objects,
      keys.map(({ accessKey }) => accessKey),
    );
    return {
      keys: keys.map(({ spaceId: _, createdAt, ...one }, index): FurtherKey => {
        const lastUsedAt = iso(uses[index] ?? null);
        return { ...one, createdAt: iso(createdAt), lastUsedAt };
      }),
      limit: maxKeys,
      supported: services.objects?.capabilities.limitedKeys ?? false,
    };
  },

  async add(ctx, { spaceId, name, access, prefix }) {
    const row = running(await ownSpace(ctx.db, ctx.account, spaceId));
    const store = requireObjectStore(ctx.services);
    if (!store.capabilities.limitedKeys) refuse(409, 'space:error.noLimitedKeys');
    await requireRoom(ctx.db, row, name);
    const { accessKey, secretKey } = await wrapStoreErrors(store.addKey(row.name, { readOnly: access === 'read', prefix }));
    const write = ctx.write(async ({ tx, log }) => {
      await ownSpace(tx, ctx.account, row.id);
      await requireRoom(tx, row, name);
      const key = { id: ctx.newId(), name, accessKey, access, prefix };
      await tx
        .insertInto('spaceKey')
        .values({ ...key, spaceId: row.id, createdAt: ctx.now })
        .execute();
      await log({
        action: 'create',
        entity: { type: 'spaceKey', id: key.id, name: `${row.name}: ${name}` },
        after: { accessKey, access, prefix },
      });
      const createdAt = iso(ctx.now);
      const { url, region } = store.endpoint();
      return {
        key: { ...key, createdAt, lastUsedAt: null },
        credentials: { endpoint: url, region, accessKey, secretKey, createdAt, lastUsedAt: null },
      };
    });
    return orRemove(write, store, row, accessKey);
  },

  async remove(ctx, { spaceId, keyId }) {
    const row = await ownSpace(ctx.db, ctx.account, spaceId);
    const store = requireObjectStore(ctx.services);
    const key =
      (await selectSpaceKeys(ctx.db, row).selectAll().where('id', '=', keyId).executeTakeFirst()) ?? refuse(404, 'error:notFound');
    // The store first: after an interruption, the key is still listed and can be deleted again.
    await wrapStoreErrors(store.removeKey(row.name, key.accessKey));
    return ctx.write(async ({ tx, log }) => {
      await tx.deleteFrom('spaceKey').where('id', '=', keyId).execute();
      const before = { accessKey: key.accessKey, access: key.access, prefix: key.prefix };
      await log({ action: 'delete', entity: { type: 'spaceKey', id: key.id, name: `${row.name}: ${key.name}` }, before });
      return { done: true as const };
    });
  },

  async links(ctx, { spaceId }) {
    const row = await ownSpace(ctx.db, ctx.account, spaceId);
    const links = await currentLinks(ctx.db, row, ctx.now);
    const uses = await loadKeyUses(
      ctx.services.objects,
      links.map(({ accessKey }) => accessKey),
    );
    return {
      links: links.map(
        ({ id, key, accessKey, createdBy, createdAt, expiresAt }, index): SharedLink => ({
          id,
          key,
          createdBy,
          createdAt: iso(createdAt),
          expiresAt: iso(expiresAt),
          revocable: accessKey !== null,
          lastUsedAt: iso(uses[index] ?? null),
        }),
      ),
      limit: maxLinks,
    };
  },

  async revoke(ctx, { spaceId, linkId }) {
    const row = await ownSpace(ctx.db, ctx.account, spaceId);
    const store = requireObjectStore(ctx.services);
    const link =
      (await selectSpaceLinks(ctx.db, row).selectAll().where('id', '=', linkId).executeTakeFirst()) ?? refuse(404, 'error:notFound');
    if (link.accessKey === null) return refuse(409, 'space:error.linkFixed');
    // As with keys.
    await wrapStoreErrors(store.removeKey(row.name, link.accessKey));
    return ctx.write(async ({ tx, log }) => {
      await tx.deleteFrom('spaceLink').where('id', '=', linkId).execute();
      const entity = { ...objectEntity(row, link.key), type: 'spaceLink', id: link.id };
      await log({ action: 'delete', entity, before: { expiresAt: Number(link.expiresAt) } });
      return { done: true as const };
    });
  },
});
