import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { startProvider } from '../../../../tests/support/provider.ts';
import { apiKey } from '../../../lib/contract/account/apiKey.ts';
import { locales } from '../../../lib/i18n/locales.ts';

const run = promisify(execFile);

/** The commands of the guide, without the one that sets the environment. */
const commandsOf = (locale: string) =>
  [...readFileSync(`src/content/docs/${locale}/api-keys.mdx`, 'utf8').matchAll(/```bash\n([\s\S]*?)```/g)]
    .map(([, text = '']) => text)
    .filter((text) => !text.startsWith('export '));

/** The provider at the address of the panel's API. */
async function served() {
  const p = await startProvider();
  const token = await p.signIn();
  const access = { globalConfigs: 'read', dns: 'write', caching: 'write' } as const;
  const key = await p.ok(apiKey.add, { name: 'Guide', access }, { token });
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
    const answer = await p.provider.answer(
      new Request(`http://provider${request.url?.replace(/^\/api/, '')}`, {
        method: request.method ?? 'GET',
        headers: Object.entries(request.headers).map(([name, value]) => [name, String(value)] as [string, string]),
        ...(body.length > 0 && { body }),
      }),
      { ip: '192.0.2.1' },
    );
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // listens on TCP
  return { NASIM_URL: `http://127.0.0.1:${port}`, NASIM_TOKEN: key.token };
}

test.each(locales)(
  'the commands of the guide in %s run as printed',
  async (locale) => {
    const environment = await served();
    const commands = commandsOf(locale);
    expect(commands).toHaveLength(3);
    const answers = [];
    for (const command of commands) {
      const { stdout } = await run('bash', ['-ec', command], { env: { PATH: process.env.PATH ?? '', ...environment } });
      answers.push(JSON.parse(stdout) as Record<string, unknown>);
    }
    expect(answers).toEqual([
      expect.objectContaining({ domains: expect.any(Array) }),
      expect.objectContaining({ record: expect.objectContaining({ content: '203.0.113.10' }) }),
      expect.objectContaining({ deletion: expect.objectContaining({ scope: 'all' }) }),
    ]);
    // Each command starts several processes, which takes long on a busy machine.
  },
  60_000,
);
