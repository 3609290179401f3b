import pino from 'pino';
import { readEnv } from '../config/env.ts';
import { recordStart } from '../lib/node/warnings.ts';
import { dnsFolder, startNameServer } from './start.ts';

// The name server alone (`npm run dns`), beside a portal with the same DATA_DIR. It keeps answering while the portal is replaced.
const env = readEnv();
const log = pino({ name: 'dns', level: env.LOG_LEVEL });
const stopped = await recordStart(dnsFolder(env), 'dns', log);
const stop = startNameServer(env, log);
for (const signal of ['SIGTERM', 'SIGINT'])
  process.once(
    signal,
    () =>
      void stop().then(() => {
        stopped();
        process.exit(0);
      }),
  );
