import type { ServerSpec } from '../../lib/rules/cloud/compute/spec.ts';
import { NotReady, Refused } from '../outcomes.ts';
import type { AppliedImage } from './applied.ts';
import type { Cloud } from './cloud.ts';

/* What an entity needs of another one. @throws NotReady while that isn't complete */

export function privateNetwork({ store }: Pick<Cloud, 'store'>, id: string): { cloudId: string; subnetId: string } {
  const { cloudId, subnetId } = store.get('networks', id)?.applied ?? {};
  if (!cloudId || !subnetId) throw new NotReady(`network ${id} isn't complete`);
  return { cloudId, subnetId };
}

export function readyVolume({ store }: Pick<Cloud, 'store'>, id: string): string {
  const { cloudId, size = 0, pending } = store.get('volumes', id)?.applied ?? {};
  if (!cloudId || size === 0 || pending) throw new NotReady(`volume ${id} isn't complete`);
  return cloudId;
}

/** @throws Refused when it doesn't exist, or is of another type */
export function readyImage({ store }: Pick<Cloud, 'store'>, id: string, type: NonNullable<AppliedImage['type']>): string {
  const { applied } = store.get('images', id) ?? {};
  if (!applied || applied.failure) throw new Refused('server:reason.noCopy');
  if (!applied.cloudId || applied.size === null) throw new NotReady(`copy ${id} isn't complete`);
  if (applied.type !== type) throw new Refused('server:reason.noCopy');
  return applied.cloudId;
}

/** The image to write. @throws Refused, NotReady */
export function imageOf(cloud: Cloud, region: string, { image }: ServerSpec): string {
  if (image.imageId !== null) return readyImage(cloud, image.imageId, 'image');
  const found = cloud.catalog.image(region, image.os);
  if (!found) throw new Refused('server:reason.noImage');
  return found.id;
}
