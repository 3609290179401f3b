import { z } from 'zod';
import { listAll } from './paging.ts';
import type { CloudScope } from './session.ts';

/* Sizes of servers, in the Compute API (Nova). */

const service = 'compute';
const PAGE = 1_000;

const Flavor = z
  .object({
    id: z.string(),
    name: z.string(),
    vcpus: z.number(),
    ram: z.number(),
    disk: z.number(),
    'OS-FLV-DISABLED:disabled': z.boolean().default(false),
    'os-flavor-access:is_public': z.boolean().default(true),
    extra_specs: z.record(z.string(), z.string()).default({}),
  })
  .transform((flavor) => ({
    id: flavor.id,
    name: flavor.name,
    cpu: flavor.vcpus,
    /** MiB. */
    ramMb: flavor.ram,
    /** GB. 0: the size of the image. */
    disk: flavor.disk,
    isPublic: flavor['os-flavor-access:is_public'],
    isDisabled: flavor['OS-FLV-DISABLED:disabled'],
    extraSpecs: flavor.extra_specs,
  }));
export type CloudFlavor = z.output<typeof Flavor>;
/** List flavors with details: `GET /flavors/detail`; those that projects see, and for administrators also private ones. */
export const listFlavors = (scope: CloudScope, signal: AbortSignal): Promise<CloudFlavor[]> =>
  listAll(scope, 'flavors', Flavor, { service, path: '/flavors/detail', query: { is_public: 'None', limit: PAGE }, signal });
