// `npm run conformance -- URL`: checks whether a provider fulfils the contract (docs/conformance.md).
import { install, stopQuietly } from './lib/prepare.mjs';
import { replaceProcess } from './lib/run.mjs';

await install({ dev: false }).catch(stopQuietly);
replaceProcess(['tests/conformance/main.ts', ...process.argv.slice(2)]);
