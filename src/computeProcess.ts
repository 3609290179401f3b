import { fileURLToPath } from 'node:url';
import { computeVariables, processVariables } from './compute/env.ts';
import { openstackVariables } from './compute/openstack/settings.ts';
import type { Env } from './config/env.ts';
import { type Supervised, supervise } from './lib/node/supervise.ts';

const program = fileURLToPath(new URL('./compute/main.ts', import.meta.url));

/**
 * Runs the compute process beside the portal (`COMPUTE_DRIVER=qemu` or `openstack`), without the portal's secrets. Servers go on running
 * when it stops; the next one finds them.
 */
export const superviseCompute = (env: Pick<Env, 'DATA_DIR' | 'COMPUTE_DRIVER'>, warn: (message: string) => void): Supervised =>
  supervise({
    name: 'compute process',
    program,
    env: {
      // Those of the engine that it runs: the password of a cloud is only in a process that uses it.
      ...Object.fromEntries(
        [...processVariables, ...(env.COMPUTE_DRIVER === 'openstack' ? openstackVariables : computeVariables)].map((name) => [
          name,
          process.env[name],
        ]),
      ),
      COMPUTE_DRIVER: env.COMPUTE_DRIVER,
      DATA_DIR: env.DATA_DIR,
    },
    onMessage() {},
    onEnd: () => '',
    warn,
  });
