import { describe, expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { stored, storedOne } from '../../../../tests/support/stored.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { log } from '../../../lib/contract/core/log.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { locales } from '../../../lib/i18n/locales.ts';
import { translator } from '../../../lib/i18n/server.ts';

const { domainId } = demo;

async function start() {
  const p = await startProvider();
  const token = await p.signIn();
  const row = () => storedOne(p, 'domain', { id: domainId });
  const entries = () => stored(p, 'changeLog', { call: 'domain.toggle' });
  const waiting = (await p.ok(domain.list, { status: 'pendingNsChange' }, { token })).domains[0]?.id ?? '';
  return { p, token, row, entries, waiting };
}

describe('pausing', () => {
  test('pauses and resumes; each time the zone is deployed again and the change is logged', async () => {
    const { p, token, row } = await start();
    const version = (await row()).zoneVersion;
    expect((await p.ok(domain.toggle, { domainId, active: false }, { token })).domain).toMatchObject({ status: 'inactive', records: 12 });
    expect(await row()).toMatchObject({ status: 'inactive', zoneVersion: version + 1, recordCount: 12 });
    expect((await p.ok(domain.toggle, { domainId, active: true }, { token })).domain.status).toBe('active');
    expect(await row()).toMatchObject({ status: 'active', zoneVersion: version + 2 });
    const { logs } = await p.ok(log.list, { domainId }, { token });
    expect(logs.slice(0, 2)).toMatchObject(
      ['active', 'inactive'].map((after) => ({
        group: 'domain',
        action: 'update',
        domain: { name: 'parvaz.example' },
        changes: [{ field: 'status', before: after === 'active' ? 'inactive' : 'active', after }],
      })),
    );
  });

  test('repeating a state changes nothing: no log entry and no deployment', async () => {
    const { p, token, row, entries } = await start();
    const before = await row();
    expect((await p.ok(domain.toggle, { domainId, active: true }, { token })).domain.status).toBe('active');
    expect([await row(), await entries()]).toEqual([before, []]);
  });

  test('a domain waiting for its name servers can’t be paused, in four languages', async () => {
    const { p, token, waiting } = await start();
    const before = await snapshot(p);
    for (const locale of locales) {
      for (const active of [true, false]) {
        expect(await p.try(domain.toggle, { domainId: waiting, active }, { token, locale }), locale).toMatchObject({
          status: 409,
          body: { code: 'domain:error.togglePending', message: translator(locale)('domain:error.togglePending') },
        });
      }
      expect(await snapshot(p), locale).toBe(before);
    }
  });

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
    const entered = await entries();
    let status = 'active';
    for (const { before, after } of entered) {
      expect(JSON.parse(before ?? '').status).toBe(status);
      status = JSON.parse(after ?? '').status;
    }
    expect((await row()).status).toBe(status);
  });
});
