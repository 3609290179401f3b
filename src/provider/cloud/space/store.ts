import type { Selectable } from 'kysely';
import type { Versioning as Shown, Space, SpaceAccess, SpaceCredentials } from '../../../lib/contract/cloud/space.ts';
import type { TKey } from '../../../lib/i18n/keys.ts';
import { iso } from '../../../lib/time.ts';
import { ownedSpaces } from '../../db/owned.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { SpaceTable } from '../../db/tables/cloud/space.ts';
import { type ObjectStore, ObjectStoreError, type ObjectStoreFault, type Versioning } from '../../drivers/objects/objects.ts';
import { Refusal, refuse } from '../../kernel/refusal.ts';
import type { Member } from '../members.ts';
import type { CenterOf } from '../offer.ts';
import { spaceServers } from './mounts.ts';

export type SpaceRow = Selectable<SpaceTable>;

/** The caller's space. A foreign ID is refused like an unknown one. */
export const ownSpace = async (db: Db | Tx, account: { id: string }, spaceId: string): Promise<SpaceRow> =>
  (await ownedSpaces(db, account).selectAll().where('id', '=', spaceId).executeTakeFirst()) ?? refuse(404, 'error:notFound');

/** @throws Refusal 409 if the space is stopped: what it has can be listed and deleted, nothing else */
export const running = (row: SpaceRow): SpaceRow => (row.stops.length === 0 ? row : refuse(409, 'space:error.suspended'));

/** @throws Refusal 409 if this provider has no object storage */
export const requireObjectStore = ({ objects }: { objects: ObjectStore | null }): ObjectStore =>
  objects ?? refuse(409, 'space:error.noStore');

const refusals: Record<ObjectStoreFault, [status: 404 | 409 | 422 | 503, code: TKey]> = {
  spaceExists: [409, 'space:error.taken'],
  spaceNotEmpty: [409, 'space:error.notEmpty'],
  noSuchSpace: [404, 'error:notFound'],
  noSuchKey: [404, 'error:notFound'],
  noSuchUpload: [409, 'space:error.uploadGone'],
  invalidPart: [422, 'space:error.part'],
  quota: [409, 'space:error.full'],
  badKey: [422, 'space:error.keyCharacters'],
  unsupported: [409, 'space:error.unsupported'],
  changed: [409, 'error:versionConflict'],
  badRules: [422, 'space:lifecycle.error.refused'],
  encrypted: [409, 'space:error.encrypted'],
  diskFull: [503, 'space:error.diskFull'],
  unavailable: [503, 'space:error.unavailable'],
};

/** Runs an operation on the store; its refusals become those of the call. */
export async function wrapStoreErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ObjectStoreError)) throw error;
    throw new Refusal(...refusals[error.fault]);
  }
}

/**
 * What is in a space now, where the store counts it; else as it was measured last. A space that the store doesn't know, because a
 * deletion was interrupted, is empty.
 */
export async function loadSpaceUsage(store: ObjectStore | null, row: SpaceRow): Promise<{ bytes: number; objects: number }> {
  if (!store?.capabilities.quota) return { bytes: row.bytes, objects: row.objects };
  return store.usage(row.name).catch((error: unknown) => {
    if (error instanceof ObjectStoreError && error.fault === 'noSuchSpace') return { bytes: 0, objects: 0 };
    throw error;
  });
}

/**
 * Removes a space with every object and version, when its owner's account is being closed. It is closed first, so that no program adds more.
 * @returns false while a program's unfinished upload is left, which the store gives up later
 */
export async function removeSpace(store: ObjectStore, space: string): Promise<boolean> {
  try {
    await store.setOpen(space, false);
    await store.removeAll(space);
    await store.removeSpace(space);
    return true;
  } catch (error) {
    if (!(error instanceof ObjectStoreError)) throw error;
    // Gone already, by a run that was interrupted.
    return error.fault === 'noSuchSpace';
  }
}

const readPublicAccess = async (store: ObjectStore | null, row: SpaceRow): Promise<SpaceAccess | null> =>
  store?.capabilities.publicRead ? store.accessOf(row.name).catch(() => null) : null;

export async function showSpace(store: ObjectStore | null, row: SpaceRow, members: readonly Member[], centerOf: CenterOf): Promise<Space> {
  const { id, name, dataCenterId, size, createdAt, stops } = row;
  const [{ bytes, objects }, access] = await Promise.all([loadSpaceUsage(store, row), readPublicAccess(store, row)]);
  return {
    id,
    name,
    datacenterId: dataCenterId,
    dataCenter: centerOf(dataCenterId).name,
    size,
    used: bytes,
    objects,
    servers: spaceServers(members, id),
    suspended: stops.length > 0,
    access,
    publicUrl: store && access === 'publicRead' ? `${store.endpoint().url.replace(/\/$/, '')}/${name}/` : null,
    createdAt: iso(createdAt),
  };
}

export const formatVersioning = (versioning: Versioning): Shown =>
  versioning === null ? 'off' : versioning === 'Enabled' ? 'enabled' : 'suspended';

/** Null: the store has no versioning, or doesn't answer. The page of the space is shown without it. */
export const readVersioning = async (store: ObjectStore | null, row: SpaceRow): Promise<Shown | null> =>
  store ? store.versioning(row.name).then(formatVersioning, () => null) : null;

export async function showCredentials(
  store: ObjectStore,
  { accessKey, keyCreatedAt }: Pick<SpaceRow, 'accessKey' | 'keyCreatedAt'>,
): Promise<SpaceCredentials | null> {
  if (accessKey === null) return null;
  const { url, region } = store.endpoint();
  const [used = null] = await store.usedAt([accessKey]).catch(() => []);
  const lastUsedAt = used === null ? null : iso(used);
  return { endpoint: url, region, accessKey, createdAt: iso(keyCreatedAt ?? 0), lastUsedAt };
}

export const toEntity = ({ id, name }: Pick<SpaceRow, 'id' | 'name'>) => ({ type: 'space', id, name });
/** An object in the change log: its space is part of its name. */
export const objectEntity = (row: SpaceRow, key: string) => ({ type: 'spaceObject', id: row.id, name: `${row.name}/${key}` });
