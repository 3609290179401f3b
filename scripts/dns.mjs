// `npm run dns`: the name server alone, beside a portal on this machine with the same DATA_DIR.
import { install, stopQuietly } from './lib/prepare.mjs';
import { replaceProcess } from './lib/run.mjs';

await install({ dev: false }).catch(stopQuietly);
replaceProcess(['src/dns/main.ts'], { isService: true });
