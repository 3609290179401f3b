// `npm run compute`: runs the servers of customers on this machine, with QEMU. It shares DATA_DIR with the portal.
import { install, stopQuietly } from './lib/prepare.mjs';
import { replaceProcess } from './lib/run.mjs';

await install({ dev: false }).catch(stopQuietly);
replaceProcess(['src/compute/main.ts']);
