// `npm run incident -- list | add … | update …`: incidents of the status page, in the store set by the environment.
import { install, stopQuietly } from './lib/prepare.mjs';
import { replaceProcess } from './lib/run.mjs';

await install({ dev: false }).catch(stopQuietly);
replaceProcess(['src/provider/incident.ts', ...process.argv.slice(2)]);
