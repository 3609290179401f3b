// `npm run provider`: the embedded provider alone, for a portal elsewhere with its address in PROVIDER_URL.
import { install, stopQuietly } from './lib/prepare.mjs';
import { become } from './lib/run.mjs';

await install({ dev: false }).catch(stopQuietly);
become(['src/provider/main.ts']);
