// `npm run compute`: runs the servers of customers with QEMU on this host, beside a portal with the same DATA_DIR, COMPUTE_DRIVER=qemu and COMPUTE_LOCAL=off.
import { install, stopQuietly } from './lib/prepare.mjs';
import { replaceProcess } from './lib/run.mjs';

await install({ dev: false }).catch(stopQuietly);
replaceProcess(['src/compute/main.ts']);
