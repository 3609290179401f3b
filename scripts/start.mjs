// `npm start`: from a fresh clone to a running portal. Any Node from 18 on can run this; the portal itself runs on Node 24.
import { spawn } from 'node:child_process';
import { build, install } from './lib/prepare.mjs';
import { node24 } from './lib/run.mjs';

await install();
await build();

const child = spawn(node24(), ['--max-old-space-size=512', '--disable-warning=ExperimentalWarning', 'server.mjs'], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
child.on('message', async () => {
  // Printed by the child's own environment, so that what stands here is what runs.
  const { announce } = await import('./lib/announce.mjs');
  announce();
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
