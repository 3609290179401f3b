import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readEdgeEnv } from '../src/edge/base/env.ts';
import { openStore } from '../src/provider/db/open.ts';
import { operatorCommand, STARTS } from './support/operatorCommand.ts';

test(
  'npm run operator makes an account, then finds that it is one, and writes down who did it',
  async () => {
    const { folder, run } = operatorCommand();
    expect(run('Leila@Example.com')).toMatch(/leila@example\.com is an operator with the role admin\. Password: [\w-]{20}\n/);
    expect(run('leila@example.com')).toBe('leila@example.com is an operator already, with the role admin.\n');
    expect(() => run('leila@example.com', 'support')).toThrow('the only administrator');
    expect(() => run('leila@example.com', 'owner')).toThrow('The roles are admin, support, billing');
    expect(() => run('nonsense')).toThrow('Write the email address');

    const store = await openStore({ file: join(folder, 'nasim.sqlite') });
    await store.write('test', (tx) => tx.updateTable('user').set({ staffRole: null }).execute());
    expect(run('leila@example.com', 'billing')).toContain('is an operator with the role billing now');
    expect(await store.reader.selectFrom('user').select(['email', 'staffRole']).execute()).toEqual([
      { email: 'leila@example.com', staffRole: 'billing' },
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
  'npm run operator -- mail-dkim shows the record of one key, and that nothing is signed while it isn’t found',
  () => {
    const { run } = operatorCommand();
    const [first, second] = [run('mail-dkim'), run('mail-dkim')];
    expect(first).toMatch(/^Name: {2}portal\d{8}\._domainkey\.nasim\.example$/m);
    expect(first).toMatch(/^Value: v=DKIM1; k=rsa; p=[A-Za-z0-9+/]{380,}={0,2}$/m);
    // Strings of a TXT record have at most 255 bytes.
    expect(first).toMatch(/^portal\d{8}\._domainkey\.nasim\.example\. IN TXT "[^"]{255}" "[^"]{1,255}"$/m);
    expect(first).toContain('Record: unknown, no resolver answered.\nEmails are not signed');
    expect(second).toBe(first);
  },
  STARTS,
);

test(
  'npm run operator -- edge-keys prints the settings of an edge on another machine, the same each time',
  () => {
    const { run } = operatorCommand();
    const [first, second] = [run('edge-keys'), run('edge-keys')];
    expect(second).toBe(first);
    const set = Object.fromEntries(
      first
        .trim()
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
    expect(readEdgeEnv(set)).toMatchObject({
      EDGE_CONTROL_URL: 'http://127.0.0.1:4321/api',
      EDGE_KEY: expect.stringMatching(/^[\w-]{43}$/),
    });
  },
  STARTS,
);
