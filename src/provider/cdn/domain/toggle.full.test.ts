import { describe, expect, test } from 'vitest';
import { startProvider } from '../../../../tests/support/provider.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { demo } from '../../../lib/contract/fields.ts';

const { domainId } = demo;

async function start() {
  const p = await startProvider();
  const token = await p.signIn();
  const row = () => p.store.reader.selectFrom('domain').selectAll().where('id', '=', domainId).executeTakeFirstOrThrow();
  const entries = () => p.store.reader.selectFrom('changeLog').selectAll().where('call', '=', 'domain.toggle').orderBy('id').execute();
  const waiting = (await p.ok(domain.list, { status: 'pendingNsChange' }, { token })).domains[0]?.id ?? '';
  return { p, token, row, entries, waiting };
}

describe('pausing', () => {
  test('of 20 tabs that pause at the same moment, one pauses and all report success', async () => {
    const { p, token, row, entries } = await start();
    const version = (await row()).zoneVersion;
    const answers = await Promise.all(Array.from({ length: 20 }, () => p.ok(domain.toggle, { domainId, active: false }, { token })));
    expect(new Set(answers.map((answer) => answer.domain.status))).toEqual(new Set(['inactive']));
    expect([(await row()).zoneVersion, (await entries()).length]).toEqual([version + 1, 1]);
  });

  test('pausing and resuming at the same moment ends in one of the two states, and the log shows which', async () => {
    const { p, token, row, entries } = await start();
    await Promise.all(Array.from({ length: 10 }, (_, i) => p.ok(domain.toggle, { domainId, active: i % 2 === 1 }, { token })));
    const told = await entries();
    let status = 'active';
    for (const { before, after } of told) {
      expect(JSON.parse(before ?? '').status).toBe(status);
      status = JSON.parse(after ?? '').status;
    }
    expect((await row()).status).toBe(status);
  });
});
