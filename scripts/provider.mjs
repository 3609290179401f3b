// `npm run provider`: the embedded provider alone, for a portal elsewhere with its address in PROVIDER_URL.
import { install, stopQuietly } from './lib/prepare.mjs';
import { replaceProcess } from './lib/run.mjs';

await install({ dev: false }).catch(stopQuietly);
replaceProcess(['src/provider/main.ts'], { isService: true });
