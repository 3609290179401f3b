import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { demo } from '../src/lib/contract/fields.ts';
import { readEnv } from '../src/lib/env.ts';
import { openStore } from '../src/provider/db/open.ts';
import { makeProvider } from '../src/provider/index.ts';
import { noDns } from './support/dns.ts';

/** The operator's command on its own store. */
function operator() {
  const folder = mkdtempSync(join(tmpdir(), 'nasim-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const env = { PATH: process.env.PATH, DATA_DIR: folder, PASSWORD_COST: '12', ...noDns, LOG_LEVEL: 'silent' };
  const run = (...args: string[]) =>
    execFileSync(process.execPath, ['src/provider/operator.ts', ...args], { encoding: 'utf8', stdio: 'pipe', env });
  return { folder, env, run };
}

/** Each of these starts a provider process several times. */
const STARTS = 90_000;

test(
  'npm run operator makes an account, then finds that it is one, and writes down who did it',
  async () => {
    const { folder, run } = operator();
    expect(run('Leila@Example.com')).toMatch(/leila@example\.com is an operator\. Password: [\w-]{20}\n/);
    expect(run('leila@example.com')).toBe('leila@example.com is an operator already.\n');
    expect(() => run('nonsense')).toThrow('Write the e-mail address');

    const store = await openStore({ file: join(folder, 'nasim.sqlite') });
    await store.write('test', (tx) => tx.updateTable('user').set({ isAdmin: 0 }).execute());
    expect(run('leila@example.com')).toContain('is an operator now');
    expect(await store.reader.selectFrom('user').select(['email', 'isAdmin']).execute()).toEqual([
      { email: 'leila@example.com', isAdmin: 1 },
    ]);
    const log = await store.reader.selectFrom('changeLog').select(['via', 'actorType', 'action', 'entityName']).orderBy('id').execute();
    await store.close();
    expect(log).toEqual(
      ['create', 'update'].map((action) => ({ via: 'system', actorType: 'system', action, entityName: 'leila@example.com' })),
    );
  },
  STARTS,
);

test(
  'npm run operator -- dedicated-ip lists requests, assigns and refuses, and says in words what is wrong',
  async () => {
    const { env, run } = operator();
    const provider = await makeProvider({ env: readEnv({ ...env, DEMO: 'on' }) });
    const store = provider.services.store;
    onTestFinished(() => provider.stop());
    await store.write('t', (tx) => tx.updateTable('domain').set({ plan: 'ent' }).where('id', '=', demo.planDomainId).execute());
    await store.write('t', (tx) =>
      tx.updateTable('dedicatedIp').set({ reason: 'line\u001b[31m\none' }).where('domainId', '=', demo.planDomainId).execute(),
    );
    const fails = (...args: string[]) => {
      try {
        run(...args);
      } catch (error) {
        return String((error as { stderr: unknown }).stderr);
      }
      return 'worked';
    };
    expect(run('dedicated-ip')).toMatch(
      /^requested {2}ketabnama\.example {2}\(asked \d{4}-\d\d-\d\d, demo@nasim\.example, plan ent, reason: line \[31m one\)\n$/,
    );
    expect(fails('dedicated-ip', 'assign', 'ketabnama.example')).toContain('assign DOMAIN ADDRESS');
    expect(fails('dedicated-ip', 'assign', 'ketabnama.example', '10.0.0.1')).toBe(
      '10.0.0.1 isn’t a public address. Enter a public address.\n',
    );
    expect(fails('dedicated-ip', 'refuse', 'parvaz.example', 'No')).toBe(
      'This domain has no open request. It has already been decided or withdrawn.\n',
    );
    expect(run('dedicated-ip', 'assign', 'ketabnama.example', '203.0.113.7')).toBe(
      'ketabnama.example has 203.0.113.7 now, and its customer was told.\n',
    );
    expect(run('dedicated-ip')).toContain('assigned   ketabnama.example');
    expect(fails('dedicated-ip', 'refuse', 'ketabnama.example', 'No', 'more')).toContain('no open request');
    // The provider beside it sends what it queued.
    expect(await store.reader.selectFrom('job').select('kind').where('kind', '=', 'outbox.deliver').execute()).toHaveLength(1);
    expect(await store.reader.selectFrom('live').select('group').where('group', '=', 'dedicatedIp').execute()).toHaveLength(1);
  },
  STARTS,
);
