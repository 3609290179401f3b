import { describe, expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { log } from '../../../lib/contract/core/log.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { locales } from '../../../lib/i18n/locales.ts';
import { translator } from '../../../lib/i18n/server.ts';

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
  test('pauses and resumes; each time the zone is deployed again and the change is logged', async () => {
    const { p, token, row, entries } = await start();
    const version = (await row()).zoneVersion;
    expect((await p.ok(domain.toggle, { domainId, active: false }, { token })).domain).toMatchObject({ status: 'inactive', records: 12 });
    expect(await row()).toMatchObject({ status: 'inactive', zoneVersion: version + 1, recordCount: 12 });
    expect((await p.ok(domain.toggle, { domainId, active: true }, { token })).domain.status).toBe('active');
    expect(await row()).toMatchObject({ status: 'active', zoneVersion: version + 2 });
    expect((await entries()).map(({ before, after, domainId: of }) => [before, after, of])).toEqual([
      ['{"status":"active"}', '{"status":"inactive"}', domainId],
      ['{"status":"inactive"}', '{"status":"active"}', domainId],
    ]);
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

  test('the customer sees it in the changes of the domain', async () => {
    const { p, token } = await start();
    await p.ok(domain.toggle, { domainId, active: false }, { token });
    const { logs } = await p.ok(log.list, { domainId }, { token });
    expect(logs[0]).toMatchObject({
      group: 'domain',
      action: 'update',
      domain: { name: 'parvaz.example' },
      changes: [{ field: 'status', before: 'active', after: 'inactive' }],
    });
  });
});
