// `npm run edge`: serves the visitors of the portal's domains. Gets its policies from EDGE_CONTROL_URL.
import { install, stopQuietly } from './lib/prepare.mjs';
import { become } from './lib/run.mjs';

await install({ dev: false }).catch(stopQuietly);
become(['src/edge/main.ts']);
