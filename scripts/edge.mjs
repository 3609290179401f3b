// `npm run edge`: serves the visitors of the portal's domains. Gets its policies from EDGE_CONTROL_URL.
import { install, stopQuietly } from './lib/prepare.mjs';
import { replaceProcess } from './lib/run.mjs';

await install({ dev: false }).catch(stopQuietly);
replaceProcess(['src/edge/main.ts'], { isService: true });
