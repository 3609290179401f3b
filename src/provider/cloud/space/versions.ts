import { type SpaceVersion, spaceVersion } from '../../../lib/contract/cloud/spaceVersion.ts';
import { iso } from '../../../lib/time.ts';
import { implement, type SignedIn } from '../../core/implement.ts';
import type { StoredVersion } from '../../drivers/objects/objects.ts';
import { refuse } from '../../kernel/refusal.ts';
import { attachment, DOWNLOAD_SECONDS, ownStore, runningStore } from './objects.ts';
import { objectEntity, wrapStoreErrors } from './store.ts';

const PAGE = 200;
/** Versions read for a page of deleted objects, most of which may be other ones. */
const READ = 1000;

const toSpaceVersion = ({ key, version, size, modified, isLatest, isMarker }: StoredVersion): SpaceVersion => ({
  key,
  versionId: version,
  size,
  modifiedAt: iso(modified),
  isLatest,
  isDeleteMarker: isMarker,
});

interface Named {
  spaceId: string;
  key: string;
  versionId: string;
}

/** @throws Refusal 404 if the space isn't the caller's, or there is no such version */
async function ownVersion(ctx: SignedIn, { spaceId, key, versionId }: Named) {
  const own = await ownStore(ctx, spaceId);
  const found = (await wrapStoreErrors(own.store.headVersion(own.row.name, key, versionId))) ?? refuse(404, 'error:notFound');
  return { ...own, found };
}
/** @throws Refusal also 409 if the space is stopped, or it is a delete marker */
async function readable(ctx: SignedIn, named: Named) {
  await runningStore(ctx, named.spaceId);
  const own = await ownVersion(ctx, named);
  if (own.found.isMarker) refuse(409, 'space:version.error.marker');
  return own;
}

export const spaceVersionHandlers = implement(spaceVersion, {
  async list(ctx, { spaceId, key, cursor }) {
    const { store, row } = await ownStore(ctx, spaceId);
    const page = await wrapStoreErrors(store.listVersions(row.name, { prefix: key, cursor, limit: PAGE }));
    // The key itself comes before all others that begin with it.
    const versions = page.versions.filter((one) => one.key === key).map(toSpaceVersion);
    return { versions, nextCursor: versions.length === page.versions.length ? page.nextCursor : null };
  },

  async deleted(ctx, { spaceId, prefix = '', cursor }) {
    const { store, row } = await ownStore(ctx, spaceId);
    const page = await wrapStoreErrors(store.listVersions(row.name, { prefix, delimiter: '/', cursor, limit: READ }));
    const versions = page.versions.filter(({ isLatest, isMarker }) => isLatest && isMarker).map(toSpaceVersion);
    return { versions, folders: page.folders, nextCursor: page.nextCursor };
  },

  async download(ctx, named) {
    const { store, row } = await readable(ctx, named);
    const options = { expiresIn: DOWNLOAD_SECONDS, disposition: attachment(named.key), version: named.versionId };
    return { url: await wrapStoreErrors(store.link(row.name, named.key, options)) };
  },

  async restore(ctx, named) {
    const { store, row, found } = await readable(ctx, named);
    const { key, versionId } = named;
    const [newest] = (await wrapStoreErrors(store.listVersions(row.name, { prefix: key, limit: 1 }))).versions;
    if (newest?.key === key && newest.version === versionId) refuse(409, 'space:version.error.newest');
    await wrapStoreErrors(store.copy(row.name, key, key, versionId));
    return ctx.write(async ({ log }) => {
      await log({ action: 'restore', entity: objectEntity(row, key), after: { versionId, size: found.size } });
      return { done: true as const };
    });
  },

  async delete(ctx, named) {
    const { store, row, found } = await ownVersion(ctx, named);
    const { key, versionId } = named;
    await wrapStoreErrors(store.removeVersion(row.name, key, versionId));
    return ctx.write(async ({ log }) => {
      await log({
        action: 'delete',
        entity: objectEntity(row, key),
        before: { versionId, size: found.size, deleteMarker: found.isMarker },
      });
      return { done: true as const };
    });
  },
});
