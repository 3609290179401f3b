// `npm run operator -- EMAIL` makes an account an operator, `npm run operator -- dedicated-ip` decides requests for dedicated addresses,
// in the store set by the environment.
import { install, stopQuietly } from './lib/prepare.mjs';
import { become } from './lib/run.mjs';

await install({ dev: false }).catch(stopQuietly);
become(['src/provider/operator.ts', ...process.argv.slice(2)]);
