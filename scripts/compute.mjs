// `npm run compute`: runs the servers of customers with QEMU on this host or in an OpenStack cloud, beside a portal with the same DATA_DIR
// and COMPUTE_DRIVER, and COMPUTE_LOCAL=off.
import { install, stopQuietly } from './lib/prepare.mjs';
import { replaceProcess } from './lib/run.mjs';

await install({ dev: false }).catch(stopQuietly);
replaceProcess(['src/compute/main.ts'], { isService: true });
