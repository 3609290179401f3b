import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { type CloudService, isCloudError } from '../../../src/compute/openstack/api/errors.ts';
import type { CloudScope } from '../../../src/compute/openstack/api/session.ts';

/** In the order in which they can be deleted. */
const kinds: readonly { service: CloudService; list: string; path: string; key: string; owner?: string }[] = [
  { service: 'compute', list: '/servers/detail', path: '/servers', key: 'servers' },
  { service: 'volume', list: '/backups/detail', path: '/backups', key: 'backups' },
  { service: 'volume', list: '/snapshots/detail', path: '/snapshots', key: 'snapshots' },
  { service: 'volume', list: '/volumes/detail', path: '/volumes', key: 'volumes' },
  { service: 'network', list: '/ports', path: '/ports', key: 'ports', owner: 'project_id' },
  { service: 'network', list: '/networks', path: '/networks', key: 'networks', owner: 'project_id' },
  { service: 'network', list: '/security-groups', path: '/security-groups', key: 'security_groups', owner: 'project_id' },
  { service: 'image', list: '/images', path: '/images', key: 'images', owner: 'owner' },
];
const Item = z.object({ id: z.string(), name: z.string().nullish() });
const LONGEST_MS = 300_000;
const signal = () => AbortSignal.timeout(LONGEST_MS);

export interface Resource {
  service: CloudService;
  path: string;
  /** Its kind and name. */
  name: string;
}

/** Everything that a project has, without the security group that each one begins with. */
export async function listResources(scope: CloudScope): Promise<Resource[]> {
  const found: Resource[] = [];
  for (const { service, list, path, key, owner } of kinds) {
    const query = owner === undefined ? {} : { [owner]: scope.projectId };
    const body = await scope.read(z.object({ [key]: z.array(Item) }), { service, path: list, query, signal: signal() });
    for (const { id, name } of body[key] ?? [])
      if (name !== 'default') found.push({ service, path: `${path}/${id}`, name: `${key} ${name ?? ''}` });
  }
  return found;
}

/** Deletes everything that a project has. @throws when something can't be deleted */
export async function cleanUp(scope: CloudScope): Promise<void> {
  const end = Date.now() + LONGEST_MS;
  for (;;) {
    const left = await listResources(scope);
    if (left.length === 0) return;
    if (Date.now() > end) throw new Error(`not deleted: ${left.map(({ name }) => name).join(', ')}`);
    for (const { service, path } of left)
      await scope.send({ service, method: 'DELETE', path, signal: signal() }).catch((error: unknown) => {
        // It is gone, or something else has to be deleted first.
        if (!isCloudError(error, 'notFound', 'badRequest', 'conflict')) throw error;
      });
    await wait(500);
  }
}
