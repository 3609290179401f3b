// `npm run shots`: screenshots of every screen, into shots/ (see tests/shots/shots.ts); with `--pictures` those of the site (tests/shots/pictures.ts).
import { installNeeds } from './lib/needs.mjs';
import { build, install, stopQuietly } from './lib/prepare.mjs';
import { replaceProcess } from './lib/run.mjs';

try {
  await install();
  if ((await installNeeds(['chromium'])).length > 0) process.exit(1);
  await build();
} catch (error) {
  stopQuietly(error);
}
const options = process.argv.slice(2);
replaceProcess(options.includes('--pictures') ? ['tests/shots/pictures.ts'] : ['tests/shots/shots.ts', ...options]);
