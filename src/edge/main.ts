import './base/loadBrand.ts';
import { makeLogger } from '../lib/node/log.ts';
import { readEdgeEnv } from './base/env.ts';
import { joinFleet } from './control/identity.ts';
import { startEdge } from './edge.ts';

// The edge (`npm run edge`): a program of its own, which serves the visitors of all domains.
const log = makeLogger('edge');

async function run(): Promise<void> {
  // In the environment, where its workers find it too.
  Object.assign(process.env, await joinFleet(process.env));
  const edge = await startEdge(readEdgeEnv(), log);
  const { addresses, demoOrigin, monitor } = edge;
  if (monitor) log.info({ address: monitor }, 'monitor started');
  if (process.send) process.send({ address: addresses.http, secure: addresses.https, demoOrigin });
  else log.info(addresses, 'edge started');
  let stopping = false;
  // It was started by the portal, which has ended.
  process.on('disconnect', () => process.exit());
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      void edge.stop().then(() => process.exit(0));
    });
}

await run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
