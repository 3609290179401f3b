// `npm run dns`: the name server alone, beside a portal on this machine with the same DATA_DIR.
import { install, stopQuietly } from './lib/prepare.mjs';
import { become } from './lib/run.mjs';

await install({ dev: false }).catch(stopQuietly);
become(['src/dns/main.ts']);
