import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { failStart, readEnv, StartError } from '../config/env.ts';
import { makeBackup } from './backup/make.ts';

// `npm run backup -- [--servers] FILE`: everything that this installation can't make again, in one file. It works beside a running
// provider. `--servers`: the snapshots and backups of servers too.
const usage = 'Name the new file: npm run backup -- [--servers] /backup/nasim.tar';

function readArguments(): { file: string; servers: boolean } {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { servers: { type: 'boolean', default: false } } });
    const [file, ...rest] = positionals;
    // Output of npm would be in a backup on standard output.
    if (file === undefined || file === '-' || rest.length > 0) throw new StartError(usage);
    return { file: resolve(file), ...values };
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(`${error instanceof Error ? error.message : error}\n${usage}`);
  }
}

async function run(): Promise<string> {
  const { file, servers } = readArguments();
  const env = readEnv();
  if (env.PROVIDER_URL) throw new StartError('The data is at the provider of PROVIDER_URL. Run this there.');
  const began = performance.now();
  const { bytes, entries, objects, lostBlobs, lostCopies } = await makeBackup(env, file, { servers });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  return [
    `${file}: ${(bytes / 1_000_000).toFixed(1)} MB, ${entries} files, ${seconds} s. It contains secrets: store it where only you can read it.`,
    ...(objects === 'external' ? [`The objects at ${env.S3_ENDPOINT} aren’t in it: back them up there.`] : []),
    ...(lostBlobs > 0 ? [`The store has lost the content of ${lostBlobs} objects or parts. They aren’t in the backup.`] : []),
    ...(lostCopies > 0 ? [`${lostCopies} snapshots and backups of servers have no file. They aren’t in the backup.`] : []),
    ...(env.COMPUTE_DRIVER === 'qemu' ? ['The disks of servers and volumes aren’t in it: docs/operations.md says how to copy them.'] : []),
    ...(env.COMPUTE_DRIVER === 'openstack' ? ['Servers, volumes and their copies aren’t in it: back them up in the cloud.'] : []),
  ].join('\n');
}

// A signal ends the command through `exit`, so that temporary files are removed.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
console.log(await run().catch(failStart));
