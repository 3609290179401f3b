import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStore } from '../src/provider/db/open.ts';
import { operatorCommand, STARTS } from './support/operator-command.ts';

test(
  'npm run operator makes an account, then finds that it is one, and writes down who did it',
  async () => {
    const { folder, run } = operatorCommand();
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
