// `npm run provider:stub -- FOLDER [--areas cdn,finance]`: writes a skeleton of a provider of your own (docs/conformance.md).
import { install, stopQuietly } from './lib/prepare.mjs';
import { replaceProcess } from './lib/run.mjs';

await install().catch(stopQuietly);
replaceProcess(['scripts/lib/providerStub.mjs', ...process.argv.slice(2)]);
