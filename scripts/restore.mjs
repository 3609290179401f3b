// `npm run restore -- FILE`: a file of `npm run backup`, into an empty folder and an empty database (docs/operations.md).
import { install, stopQuietly } from './lib/prepare.mjs';
import { replaceProcess } from './lib/run.mjs';

await install({ dev: false }).catch(stopQuietly);
replaceProcess(['src/provider/restore.ts', ...process.argv.slice(2)]);
