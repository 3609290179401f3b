import { z } from 'zod';
import { orNull } from './errors.ts';
import { NASIM_ID } from './nasimId.ts';
import { listAll } from './paging.ts';
import type { CloudScope } from './session.ts';

/* Image API v2 (Glance). */

const service = 'image';
const PAGE = 1_000;

const Image = z
  .object({
    id: z.string(),
    name: z.string().nullish(),
    status: z.string(),
    size: z.number().nullish(),
    min_disk: z.number().default(0),
    min_ram: z.number().default(0),
    virtual_size: z.number().nullish(),
    owner: z.string().nullish(),
    visibility: z.string(),
    disk_format: z.string().nullish(),
    protected: z.boolean().default(false),
    os_distro: z.string().nullish(),
    os_version: z.string().nullish(),
    os_hidden: z.boolean().default(false),
    [NASIM_ID]: z.string().nullish(),
    created_at: z.string(),
  })
  .transform((image) => ({
    id: image.id,
    nasimId: image[NASIM_ID] ?? null,
    name: image.name ?? '',
    /** `queued`, `saving`, `active`, `killed`, `deleted`, `deactivated` … (Image API, "Image statuses"). */
    status: image.status,
    /** Bytes of the file; null: not uploaded yet. 0: it refers to a snapshot of a volume. */
    size: image.size ?? null,
    /** GB. */
    minDisk: image.min_disk,
    /** MiB. */
    minRamMb: image.min_ram,
    /** Bytes of the disk. */
    virtualSize: image.virtual_size ?? null,
    projectId: image.owner ?? null,
    visibility: image.visibility,
    format: image.disk_format ?? null,
    isProtected: image.protected,
    isHidden: image.os_hidden,
    /** Properties that operators set, as `debian` and `12`. */
    distribution: image.os_distro ?? null,
    version: image.os_version ?? null,
    createdAt: Date.parse(image.created_at),
  }));
export type CloudImage = z.output<typeof Image>;

export interface ImageQuery {
  nasimId?: string;
  visibility?: 'public' | 'private' | 'shared' | 'community' | 'all';
  /** The project of the images. */
  owner?: string;
}
/** List images: `GET /v2/images`; those that the project sees, and for administrators all. */
export const listImages = (scope: CloudScope, { nasimId, visibility, owner }: ImageQuery, signal: AbortSignal): Promise<CloudImage[]> =>
  listAll(scope, 'images', Image, { service, path: '/images', query: { limit: PAGE, visibility, owner, [NASIM_ID]: nasimId }, signal });

/** The images with an ID in their properties. */
export const findImagesByNasimId = (scope: CloudScope, nasimId: string, signal: AbortSignal): Promise<CloudImage[]> =>
  listImages(scope, { nasimId, owner: scope.projectId }, signal);

/** Show image: `GET /v2/images/{id}`. Null: it doesn't exist for this project. */
export const getImage = (scope: CloudScope, id: string, signal: AbortSignal): Promise<CloudImage | null> =>
  orNull(scope.read(Image, { service, path: `/images/${id}`, signal }));

/** Delete image: `DELETE /v2/images/{id}`. A protected one is `forbidden`, one in use a `conflict`. */
export const deleteImage = (scope: CloudScope, id: string, signal: AbortSignal): Promise<void> =>
  orNull(scope.send({ service, method: 'DELETE', path: `/images/${id}`, signal })).then(() => {});
