import { fileURLToPath } from 'node:url';
import { computeVariables } from './compute/env.ts';
import type { Env } from './config/env.ts';
import { type Supervised, supervise } from './lib/node/supervise.ts';

const program = fileURLToPath(new URL('./compute/main.ts', import.meta.url));

/**
 * Runs the compute process beside the portal (`COMPUTE_DRIVER=qemu`), without the portal's secrets. Servers go on running when it
 * stops; the next one finds them.
 */
export const superviseCompute = ({ DATA_DIR }: Pick<Env, 'DATA_DIR'>, warn: (message: string) => void): Supervised =>
  supervise({
    name: 'compute process',
    program,
    env: { ...Object.fromEntries(computeVariables.map((name) => [name, process.env[name]])), DATA_DIR },
    onMessage() {},
    onEnd: () => '',
    warn,
  });
