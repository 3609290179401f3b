import { resolve } from 'node:path';
import { failStart, readEnv, StartError } from '../config/env.ts';
import { restoreBackup } from './backup/restore.ts';

// `npm run restore -- FILE`: a file of `npm run backup`, into an empty DATA_DIR and an empty database.
const usage = 'Name the file of the backup: npm run restore -- /backup/nasim.tar';

async function run(): Promise<string> {
  const [file, ...rest] = process.argv.slice(2);
  if (file === undefined || file.startsWith('-') || rest.length > 0) throw new StartError(usage);
  const env = readEnv();
  if (env.PROVIDER_URL) throw new StartError('The data is at the provider of PROVIDER_URL. Run this there.');
  const began = performance.now();
  const { createdAt, nasim, objects } = await restoreBackup(env, resolve(file));
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  return [
    `The backup of ${createdAt} (version ${nasim}) was restored to ${env.DATA_DIR} in ${seconds} s.`,
    'Next: set the environment of the installation as it was, and run npm start. It upgrades the database if this version is later, and publishes zones, policies and certificates again.',
    ...(objects === 'external' ? ['The objects are at the S3 endpoint, and weren’t restored.'] : []),
    ...(env.COMPUTE_DRIVER === 'qemu' ? ['Before the start, put the disks of servers in place: docs/operations.md says how.'] : []),
  ].join('\n');
}

// A signal ends the command through `exit`, so that `pg_restore` ends too.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
console.log(await run().catch(failStart));
