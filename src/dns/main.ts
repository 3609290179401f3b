import pino from 'pino';
import { readEnv } from '../lib/env.ts';
import { keepAnswering } from './start.ts';

// The name server alone (`npm run dns`), beside a portal with the same DATA_DIR. It keeps answering while the portal is replaced.
const env = readEnv();
const stop = keepAnswering(env, pino({ name: 'dns', level: env.LOG_LEVEL }));
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void stop().then(() => process.exit(0)));
