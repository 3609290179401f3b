import type { Logger } from 'pino';
import type { Env, Secrets } from '../lib/env.ts';
import type { Store } from './db/open.ts';
import type { Jobs } from './jobs/jobs.ts';

/** What handlers share for the life of the process. */
export interface Services {
  env: Env;
  secrets: Secrets;
  store: Store;
  jobs: Jobs;
  log: Logger;
}
