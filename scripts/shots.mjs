// `npm run shots`: pictures of every screen, into shots/ (tests/shots/shots.ts says which).
import { installNeeds } from './lib/needs.mjs';
import { build, install, stopQuietly } from './lib/prepare.mjs';
import { become } from './lib/run.mjs';

try {
  await install();
  if ((await installNeeds(['chromium'])).length > 0) process.exit(1);
  await build();
} catch (error) {
  stopQuietly(error);
}
become(['tests/shots/shots.ts', ...process.argv.slice(2)]);
