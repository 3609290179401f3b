// `npm run dev`: Astro's development server with the provider beside it.
import { install } from './lib/prepare.mjs';
import { runNode } from './lib/run.mjs';

await install();
const { PORT = '4321', HOST = '127.0.0.1' } = process.env;
await (await import('./wind.mjs')).writeArt('public/art');
await runNode(['node_modules/astro/bin/astro.mjs', 'dev', '--host', HOST, '--port', PORT, ...process.argv.slice(2)], { env: { ASTRO_TELEMETRY_DISABLED: '1' } }).catch(({ code }) => process.exit(code));
