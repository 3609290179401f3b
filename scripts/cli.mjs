// `npm run cli:build`: the command line as a package for npm, without dependencies, in dist-cli. `npm pack` or `npm publish` there.
import { install, stopQuietly } from './lib/prepare.mjs';
import { replaceProcess } from './lib/run.mjs';

await install().catch(stopQuietly);
replaceProcess(['scripts/lib/cliPackage.mjs', ...process.argv.slice(2)]);
