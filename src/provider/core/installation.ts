import { type Env, readSecrets, type Secrets } from '../../config/env.ts';
import type { Store } from '../db/open.ts';

/**
 * The secrets of the installation that a store belongs to; created when it has no accounts yet.
 * @throws StartError when they are missing or damaged
 */
export async function loadSecrets(env: Env, { reader }: Store): Promise<Secrets> {
  const account = await reader.selectFrom('user').select('id').limit(1).executeTakeFirst();
  return readSecrets(env, account !== undefined);
}
