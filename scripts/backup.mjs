// `npm run backup -- FILE`: everything that this installation can't make again, in one file, while it runs (docs/operations.md).
import { install, stopQuietly } from './lib/prepare.mjs';
import { replaceProcess } from './lib/run.mjs';

await install({ dev: false }).catch(stopQuietly);
replaceProcess(['src/provider/backup.ts', ...process.argv.slice(2)]);
