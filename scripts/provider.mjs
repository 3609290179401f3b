// `npm run provider`: the embedded provider alone, for a portal elsewhere that has its address in PROVIDER_URL.
import { install } from './lib/prepare.mjs';
import { runNode } from './lib/run.mjs';

await install();
await runNode(['--disable-warning=ExperimentalWarning', 'src/provider/main.ts']).catch(({ code }) => process.exit(code));
