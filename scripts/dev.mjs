// `npm run dev`: Astro's development server with the provider beside it.
import { install, prepareEdge, stopQuietly } from './lib/prepare.mjs';
import { replaceProcess, runNode } from './lib/run.mjs';

await install().catch(stopQuietly);
await runNode(['scripts/wind.mjs']);
await runNode(['scripts/fonts.mjs']);
prepareEdge();
const { PORT = '4321', HOST = '127.0.0.1' } = process.env;
replaceProcess(['node_modules/astro/bin/astro.mjs', 'dev', '--host', HOST, '--port', PORT, ...process.argv.slice(2)], {
  isService: true,
  env: { ASTRO_TELEMETRY_DISABLED: '1' },
});
