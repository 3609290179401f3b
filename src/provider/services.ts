import type { Logger } from 'pino';
import type { Env, Secrets } from '../lib/env.ts';
import type { Answers } from './answers.ts';
import type { Store } from './db/open.ts';
import type { CertDriver } from './drivers/certs/certs.ts';
import type { Drivers } from './drivers/drivers.ts';
import type { Resolver } from './drivers/resolver/resolver.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Live } from './live/live.ts';

/** What handlers share for the life of the process. */
export interface Services {
  env: Env;
  secrets: Secrets;
  store: Store;
  jobs: Jobs;
  /** Looks at the DNS of others. */
  resolver: Resolver;
  /** Issues certificates; null: nobody does. */
  certs: CertDriver | null;
  live: Live;
  drivers: Drivers;
  log: Logger;
  answers: Answers;
}
