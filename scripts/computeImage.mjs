// `npm run compute:image`: builds an image of a system for the servers of this host, or adds one from elsewhere (src/compute/image/options.ts).
import { install, stopQuietly } from './lib/prepare.mjs';
import { replaceProcess } from './lib/run.mjs';

await install({ dev: false }).catch(stopQuietly);
replaceProcess(['src/compute/image/main.ts', ...process.argv.slice(2)]);
