import { CompiledQuery } from 'kysely';
import { describe, expect, test } from 'vitest';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import type { Input } from '../../../lib/contract/call.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { log } from '../../../lib/contract/core/log.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { ownedChanges } from '../../db/owned.ts';

const { domainId } = demo;

async function start() {
  const p = await startProvider();
  const token = await p.signIn();
  // The seed's entries are older.
  const from = new Date(p.clock.now).toISOString();
  const list = async (input: Input<typeof log.list> = {}) => p.ok(log.list, { from, ...input }, { token });
  const add = (name: string) =>
    p.ok(dns.create, { domainId, name, type: 'A', content: '203.0.113.5', ttl: 'auto', proxy: false }, { token });
  return { p, token, list, add };
}
const userOf = (p: TestProvider, email: string) =>
  p.store.reader.selectFrom('user').select('id').where('email', '=', email).executeTakeFirstOrThrow();

describe('the audit log', () => {
  test('continues at the cursor, also within one millisecond and while the log grows', async () => {
    const { list, add } = await start();
    for (let i = 0; i < 7; i++) await add(`r${i}`);
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await list({ domainId, limit: 3, ...(cursor && { cursor }) });
      seen.push(...page.logs.map(({ entity }) => entity.name));
      cursor = page.nextCursor;
      await add(`later${seen.length}`);
    } while (cursor);
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((i) => `A r${i}`));
  });

  test('the index finds five entries among many sign-ins', async () => {
    const { p } = await start();
    if (p.store.kind !== 'sqlite') return;
    const { id } = await userOf(p, demo.email);
    const query = ownedChanges(p.store.reader, { id }).select('id').orderBy('time', 'desc').orderBy('id', 'desc').limit(5).compile();
    const plan = await p.store.reader.executeQuery(CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters]));
    expect(JSON.stringify(plan.rows)).toContain('changeLog_audit');
  });
});
