import { expect, onTestFinished, test } from 'vitest';
import { readEnv } from '../src/config/env.ts';
import { demo } from '../src/lib/contract/fields.ts';
import { makeProvider } from '../src/provider/index.ts';
import { operatorCommand, STARTS } from './support/operatorCommand.ts';

test(
  'npm run operator -- dedicated-ip lists requests, assigns and refuses, and says in words what is wrong',
  async () => {
    const { env, run } = operatorCommand();
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
