import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startProvider } from '../../../tests/support/provider.ts';
import { StartError } from '../../config/env.ts';
import { makeProvider } from '../index.ts';

test('a provider whose secrets are gone doesn’t start on a database with accounts', async () => {
  const { env, store } = await startProvider();
  rmSync(join(env.DATA_DIR, 'secrets.json'));
  const start = makeProvider({ env, store });
  await expect(start).rejects.toBeInstanceOf(StartError);
  await expect(start).rejects.toThrow('secrets.json is missing');
});
