import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../../../tests/support/acme.ts';
import { signedIn } from '../../../../tests/support/signedIn.ts';
import { apiKey } from '../../../lib/contract/account/apiKey.ts';

const run = promisify(execFile);

/** The commands of the guide, without the one that sets the environment. They are the same in every language (guide.test.ts). */
const commands = [...readFileSync('src/content/docs/en/api-keys.mdx', 'utf8').matchAll(/```bash\n([\s\S]*?)```/g)]
  .map(([, text = '']) => text)
  .filter((text) => !text.startsWith('export '));

/** The provider at the address of the panel's API. */
async function served() {
  const { p, token } = await signedIn();
  const access = { globalConfigs: 'read', dns: 'write', caching: 'write' } as const;
  const key = await p.ok(apiKey.add, { name: 'Guide', access }, { token });
  const { url, stop } = await listen(p.provider, '/api');
  onTestFinished(stop);
  return { NASIM_URL: url, NASIM_TOKEN: key.token };
}

// Each command starts several processes, which takes long on a busy machine.
test('the commands of the guide run as printed', { timeout: 60_000 }, async () => {
  const environment = await served();
  expect(commands).toHaveLength(3);
  const answers = [];
  for (const command of commands) {
    const { stdout } = await run('bash', ['-ec', command], { env: { PATH: process.env.PATH ?? '', ...environment } });
    answers.push(JSON.parse(stdout) as Record<string, unknown>);
  }
  expect(answers).toMatchObject([{ domains: expect.any(Array) }, { record: { content: '203.0.113.10' } }, { deletion: { scope: 'all' } }]);
});
