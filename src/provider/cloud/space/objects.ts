import { type SpaceObject, spaceObject } from '../../../lib/contract/cloud/spaceObject.ts';
import { baseName } from '../../../lib/rules/cloud/space/folders.ts';
import { GB, partSize } from '../../../lib/rules/cloud/space/limits.ts';
import { previewKind, previewLimits } from '../../../lib/rules/cloud/space/preview.ts';
import { iso } from '../../../lib/time.ts';
import { implement, type SignedIn } from '../../core/implement.ts';
import type { ObjectStore, StoredObject } from '../../drivers/objects/objects.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';
import { shareObject } from './keys.ts';
import { loadSpaceUsage, objectEntity, ownSpace, requireObjectStore, running, type SpaceRow, wrapStoreErrors } from './store.ts';

const PAGE = 200;
const DELETED = 1000;
/** Validity of a URL that the browser opens immediately. */
export const DOWNLOAD_SECONDS = 300;
const toSpaceObject = ({ key, size, etag, modified }: StoredObject): SpaceObject => ({
  key,
  size,
  etag,
  modifiedAt: iso(modified),
});
export async function ownStore(ctx: SignedIn, spaceId: string): Promise<{ store: ObjectStore; row: SpaceRow }> {
  const row = await ownSpace(ctx.db, ctx.account, spaceId);
  return { row, store: requireObjectStore(ctx.services) };
}

/** The same for what a stopped space refuses. */
export async function runningStore(ctx: SignedIn, spaceId: string): Promise<{ store: ObjectStore; row: SpaceRow }> {
  const own = await ownStore(ctx, spaceId);
  running(own.row);
  return own;
}

/** Saved under its own name, whatever characters it has (RFC 6266, RFC 8187). */
export const attachment = (key: string) =>
  `attachment; filename="${baseName(key).replace(/[^\x20-\x7e]|["\\]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(baseName(key)).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)}`;

export const spaceObjectHandlers = implement(spaceObject, {
  async list(ctx, { spaceId, prefix = '', cursor }) {
    const { store, row } = await ownStore(ctx, spaceId);
    const page = await wrapStoreErrors(store.list(row.name, { prefix, delimiter: '/', cursor, limit: PAGE }));
    return { objects: page.objects.map(toSpaceObject), folders: page.folders, nextCursor: page.nextCursor };
  },

  async get(ctx, { spaceId, key }) {
    const { store, row } = await runningStore(ctx, spaceId);
    const head = (await wrapStoreErrors(store.head(row.name, key))) ?? refuse(404, 'error:notFound');
    const object = { ...toSpaceObject(head), contentType: head.contentType };
    const kind = previewKind(key, head.contentType);
    if (kind === null || (kind === 'image' && head.size > previewLimits.image)) return { object, preview: null };
    const bytes = await wrapStoreErrors(store.read(row.name, key, previewLimits[kind]));
    if (kind === 'image') return { object, preview: { kind, source: `data:${head.contentType};base64,${bytes.toString('base64')}` } };
    return { object, preview: { kind, text: new TextDecoder().decode(bytes), isWhole: bytes.length === head.size } };
  },

  async download(ctx, { spaceId, key }) {
    const { store, row } = await runningStore(ctx, spaceId);
    if (!(await wrapStoreErrors(store.head(row.name, key)))) refuse(404, 'error:notFound');
    return { url: await wrapStoreErrors(store.link(row.name, key, { expiresIn: DOWNLOAD_SECONDS, disposition: attachment(key) })) };
  },

  async upload(ctx, { spaceId, key, size: declared, offset = 0, uploadId, type = 'application/octet-stream' }, { file }) {
    const { store, row } = await runningStore(ctx, spaceId);
    const contentType = /^[\w.+-]+\/[\w.+-]+(;[ \w.+=-]*)?$/.test(type) ? type : 'application/octet-stream';
    const body = Buffer.from(await file.arrayBuffer());
    const size = declared ?? body.length;
    const isWhole = offset === 0 && body.length === size && uploadId === undefined;
    if (!isWhole && (offset % partSize !== 0 || body.length !== Math.min(partSize, size - offset)))
      refuseField('offset', 'space:error.part');
    if (!isWhole && offset > 0 && uploadId === undefined) refuseField('uploadId', 'space:error.uploadGone');
    // A store without usage data can't refuse anything itself.
    const { bytes } = await loadSpaceUsage(store, row);
    if (bytes + (isWhole ? size : body.length) > row.size * GB && !store.capabilities.quota) refuse(409, 'space:error.full');

    let object: StoredObject | null = null;
    let upload: string | null = null;
    if (isWhole) object = await wrapStoreErrors(store.put(row.name, key, body, contentType));
    else {
      upload = uploadId ?? (await wrapStoreErrors(store.startUpload(row.name, key, contentType)));
      await wrapStoreErrors(store.putPart(row.name, key, upload, offset / partSize + 1, body));
      if (offset + body.length === size) {
        object = await wrapStoreErrors(store.completeUpload(row.name, key, upload, Math.ceil(size / partSize)));
        upload = null;
      }
    }
    const answer = { uploadId: upload, received: offset + body.length, object: object && toSpaceObject(object) };
    if (!object) {
      ctx.changedNothing();
      return answer;
    }
    return ctx.write(async ({ log }) => {
      await log({ action: 'create', entity: objectEntity(row, key), after: { size } });
      return answer;
    });
  },

  async abort(ctx, { spaceId, key, uploadId }) {
    const { store, row } = await ownStore(ctx, spaceId);
    if (!(await wrapStoreErrors(store.abortUpload(row.name, key, uploadId)))) refuse(404, 'error:notFound');
    return ctx.write(async ({ log }) => {
      await log({ action: 'undo', entity: objectEntity(row, key) });
      return { done: true as const };
    });
  },

  async rename(ctx, { spaceId, key, to }) {
    const { store, row } = await runningStore(ctx, spaceId);
    if (await wrapStoreErrors(store.head(row.name, to))) refuseField('to', 'space:error.keyTaken');
    // Copies first: an interruption leaves both, never none.
    const object = await wrapStoreErrors(store.copy(row.name, key, to));
    await wrapStoreErrors(store.remove(row.name, [key]));
    return ctx.write(async ({ log }) => {
      await log({ action: 'update', entity: objectEntity(row, to), before: { name: key }, after: { name: to } });
      return { object: toSpaceObject(object) };
    });
  },

  async delete(ctx, { spaceId, keys = [], prefix = '' }) {
    const { store, row } = await ownStore(ctx, spaceId);
    if (keys.length === 0 && prefix === '') refuse(422, 'space:error.nothing');
    const folder = prefix === '' ? null : await wrapStoreErrors(store.list(row.name, { prefix, limit: DELETED }));
    const gone = [...keys, ...(folder?.objects.map(({ key }) => key) ?? [])];
    await wrapStoreErrors(store.remove(row.name, gone));
    return ctx.write(async ({ log }) => {
      const name = prefix || (keys[0] ?? '');
      await log({ action: 'delete', entity: objectEntity(row, name), before: { deleted: gone.length } });
      return { deleted: gone.length, isMore: folder !== null && folder.nextCursor !== null };
    });
  },

  async link(ctx, { spaceId, key, expiresIn }) {
    const { store, row } = await runningStore(ctx, spaceId);
    if (!(await wrapStoreErrors(store.head(row.name, key)))) refuse(404, 'error:notFound');
    return shareObject(ctx, store, row, key, expiresIn);
  },
});
