// `npm run operator -- EMAIL | dedicated-ip | mail-dkim | edge-keys`: the commands of operators (docs/operations.md), in the store set by
// the environment.
import { install, stopQuietly } from './lib/prepare.mjs';
import { become } from './lib/run.mjs';

await install({ dev: false }).catch(stopQuietly);
become(['src/provider/operator.ts', ...process.argv.slice(2)]);
