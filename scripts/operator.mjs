// `npm run operator -- EMAIL | dedicated-ip | mail-dkim | edge-keys`: the commands of operators (docs/operations.md), in the store set by
// the environment.
import { install, stopQuietly } from './lib/prepare.mjs';
import { replaceProcess } from './lib/run.mjs';

await install({ dev: false }).catch(stopQuietly);
replaceProcess(['src/provider/operator.ts', ...process.argv.slice(2)]);
