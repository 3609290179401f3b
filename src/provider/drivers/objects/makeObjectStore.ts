import { hkdfSync } from 'node:crypto';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type Env, publicOrigin, type Secrets } from '../../../config/env.ts';
import { FsStore } from './fs/store.ts';
import type { ObjectStore } from './objects.ts';
import { S3Store } from './s3.ts';

/** The store selected by `STORE_DRIVER`; null: none, and the panel offers no spaces. */
export function makeObjectStore(env: Env, secrets: Secrets, clock: () => number, log: Logger): ObjectStore | null {
  if (env.STORE_DRIVER === 'none') return null;
  const root =
    env.S3_ACCESS_KEY !== undefined && env.S3_SECRET_KEY !== undefined
      ? { accessKey: env.S3_ACCESS_KEY, secretKey: env.S3_SECRET_KEY }
      : null;
  if (env.STORE_DRIVER === 's3') {
    // readEnv refuses an environment without one of these.
    if (env.S3_ENDPOINT === undefined || root === null)
      throw new Error('STORE_DRIVER=s3 needs S3_ENDPOINT, S3_ACCESS_KEY and S3_SECRET_KEY');
    return new S3Store({ endpoint: env.S3_ENDPOINT, region: env.S3_REGION, key: root, clock });
  }
  return new FsStore({
    folder: join(env.DATA_DIR, 'objects'),
    host: env.HOST,
    port: env.S3_PORT,
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    root,
    secret: Buffer.from(hkdfSync('sha256', secrets.code, '', 'nasim:objects', 32)).toString('base64url'),
    panelOrigin: publicOrigin(env),
    clock,
    log,
  });
}
