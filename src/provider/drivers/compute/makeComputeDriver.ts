import type { Env } from '../../../config/env.ts';
import type { Store } from '../../db/open.ts';
import type { ComputeDriver } from './compute.ts';
import { connectedDriver } from './connected.ts';
import { simulatedDriver } from './simulated.ts';

/** The driver selected by `COMPUTE_DRIVER`; null: this installation sells no servers. */
export function makeComputeDriver(
  { COMPUTE_DRIVER, DATA_DIR }: Pick<Env, 'COMPUTE_DRIVER' | 'DATA_DIR'>,
  store: Store,
  clock: () => number,
): ComputeDriver | null {
  switch (COMPUTE_DRIVER) {
    case 'none':
      return null;
    case 'simulated':
      return simulatedDriver({ store, clock });
    case 'qemu':
    case 'openstack':
      return connectedDriver({ dataDir: DATA_DIR, engine: COMPUTE_DRIVER });
  }
}
