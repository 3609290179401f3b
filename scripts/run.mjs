// Runs a program of the repository under Node 24, installed and built: `node scripts/run.mjs tests/bench/bench.ts --quick`.
import { build, install, stopQuietly } from './lib/prepare.mjs';
import { replaceProcess } from './lib/run.mjs';

try {
  await install();
  await build();
} catch (error) {
  stopQuietly(error);
}
replaceProcess(process.argv.slice(2));
