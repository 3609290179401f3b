import { expect, test } from 'vitest';
import { runJobs } from '../../../../tests/support/jobs.ts';
import { createLogEntry } from '../../../../tests/support/logEntries.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { isSigned, startReceiver } from '../../../../tests/support/receiver.ts';
import { stored } from '../../../../tests/support/stored.ts';
import { domainAlarm } from '../../../lib/contract/cdn/domainAlarm.ts';
import { notification } from '../../../lib/contract/core/notification.ts';
import { notificationSetting } from '../../../lib/contract/core/notificationSetting.ts';
import { webhook } from '../../../lib/contract/core/webhook.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { alarmsPerDomain } from '../../../lib/rules/cdn/domainAlarm/domainAlarm.ts';
import type { EdgeLogEntry } from '../../../lib/rules/cdn/edge/bundle.ts';
import { MINUTE } from '../../../lib/time.ts';
import { cdnJobs } from '../jobs.ts';

const domainId: string = demo.domainId;
const wanted = { metric: 'errorRate', operator: 'above', value: 5, minutes: 5, pause: 60 } as const;

/** A domain without alarms and without traffic, and what an edge reports of it. */
async function started(env: Record<string, string> = {}) {
  const p = await startProvider({ env });
  const token = await p.signIn();
  await p.ok(domainAlarm.delete, { domainId, alarmId: demo.domainAlarmId }, { token });
  let batches = 0;
  const state = async () => (await p.ok(domainAlarm.list, { domainId }, { token })).alarms.map((alarm) => [alarm.state, alarm.last]);
  return {
    p,
    token,
    state,
    create: (more: object = {}) => p.ok(domainAlarm.create, { domainId, ...wanted, ...more }, { token }),
    attempt: (more: object) => p.try(domainAlarm.create, { domainId, ...wanted, ...more }, { token }),
    /** A minute passes in which these requests arrived; then the alarms are evaluated. */
    async minute(...lines: (readonly [count: number, line: Partial<EdgeLogEntry>])[]) {
      const batch = ++batches;
      const all = lines.flatMap(([count, line], kind) =>
        Array.from({ length: count }, (_, i) => createLogEntry({ id: `b${batch}-${kind}-${i}`, at: p.clock.now, domainId, ...line })),
      );
      if (all.length > 0) {
        const { status } = await p.request('POST', '/log/ingest', {
          raw: all.map((line) => JSON.stringify(line)).join('\n'),
          headers: { 'x-batch-id': `b${batch}`, authorization: `Bearer ${p.provider.services.edgeKeys.key}` },
        });
        expect(status).toBe(200);
      }
      p.clock.now += MINUTE;
      await runJobs(p, cdnJobs.checkDomainAlarms);
      return (await state())[0];
    },
    notices: async () =>
      (await p.ok(notification.list, {}, { token })).notifications.filter(({ event }) => event === 'domainAlarm').toReversed(),
  };
}
const error = { status: 502, outcome: 'failed', cache: 'miss', layer: 'cluster', reason: 'connection_refused' } as const;

test('an alarm is raised and resolved by the requests of its minutes, with one notice each', async () => {
  const { create, minute, notices } = await started();
  await create();
  expect(await minute([19, error])).toEqual(['noData', null]);
  expect(await minute([1, {}])).toEqual(['alarm', 95]);
  expect(await minute([5, error])).toEqual(['alarm', 96]);
  const [raised, ...more] = await notices();
  expect(more).toEqual([]);
  expect(raised).toMatchObject({
    type: 'error',
    title: 'Alarm: 5xx responses of parvaz.example',
    description: '5xx responses above 5% in the last 5 min.',
    link: '/domains/parvaz.example/reports/alarms',
  });
  expect(await minute([1_000, {}])).toEqual(['ok', 2.3]);
  expect((await notices()).map(({ type }) => type)).toEqual(['error', 'success']);
});

test('each metric counts its requests', async () => {
  const { create, minute, state } = await started();
  await create({ metric: 'hitRate', operator: 'below', value: 60 });
  await create({ metric: 'originDown', value: 1 });
  await create({ metric: 'attack', value: 4 });
  await minute(
    [10, {}],
    [8, { cache: 'miss', outcome: 'forwarded' }],
    [2, error],
    [3, { outcome: 'blocked', cache: 'none' }],
    [2, { outcome: 'challenged', cache: 'none' }],
  );
  expect(await state()).toEqual([
    ['alarm', 40],
    ['alarm', 2],
    ['alarm', 5],
  ]);
});

test('within its pause an alarm notifies once, and after it of an alarm that lasts', async () => {
  const { create, minute, notices } = await started();
  await create({ metric: 'originDown', value: 0, pause: 15 });
  const types = async () => (await notices()).map(({ type }) => type);
  await minute([1, error]);
  for (let i = 0; i < 5; i++) await minute();
  expect(await types()).toEqual(['error', 'success']);
  await minute([1, error]);
  for (let i = 0; i < 5; i++) await minute();
  // Raised and resolved within the pause.
  expect(await types()).toEqual(['error', 'success']);
  for (let i = 0; i < 6; i++) await minute([1, error]);
  expect(await types()).toEqual(['error', 'success', 'error']);
});

test('the webhook gets the notice, and an email is sent unless the settings of notifications rule it out', async () => {
  const { p, token, create, minute } = await started({ CHECK_ALLOW: '127.0.0.0/8' });
  const receiver = await startReceiver();
  const { secret } = await p.ok(webhook.create, { url: receiver.url }, { token });
  const emails = async () => (await stored(p, 'outbox')).filter(({ subject }) => String(subject).includes('Blocked and challenged')).length;
  await create({ metric: 'attack', value: 0 });
  await minute([1, { outcome: 'blocked' }]);
  await p.provider.services.jobs.runDue();
  const [batch, ...more] = receiver.batches;
  expect(more).toEqual([]);
  expect(batch && isSigned(batch, secret)).toBe(true);
  expect(batch?.entries).toMatchObject([{ event: 'domainAlarm', type: 'error', link: '/domains/parvaz.example/reports/alarms' }]);
  expect(await emails()).toBe(1);
  await p.ok(notificationSetting.update, { events: { domainAlarm: { panel: true, email: false } } }, { token });
  await create({ metric: 'attack', value: 1, minutes: 15 });
  await minute([2, { outcome: 'blocked' }]);
  expect(await emails()).toBe(1);
});

test('a change of the condition and a pause forget the state, and what is off isn’t evaluated', async () => {
  const { p, token, create, minute, state } = await started();
  const { alarm } = await create({ metric: 'attack', value: 0 });
  const own = { domainId, alarmId: alarm.id };
  await minute([3, { outcome: 'blocked', cache: 'none' }]);
  expect(await state()).toEqual([['alarm', 3]]);
  await p.ok(domainAlarm.toggle, { ...own, enabled: false }, { token });
  expect(await minute()).toEqual(['noData', null]);
  await p.ok(domainAlarm.toggle, { ...own, enabled: true }, { token });
  expect(await minute()).toEqual(['alarm', 3]);
  const { alarm: changed } = await p.ok(domainAlarm.update, { ...own, ...wanted, metric: 'attack', value: 10, version: 1 }, { token });
  expect(changed).toMatchObject({ state: 'noData', value: 10, version: 2 });
  const late = await p.try(domainAlarm.update, { ...own, ...wanted, version: 1 }, { token });
  expect([late.status, late.body.code]).toEqual([409, 'error:versionConflict']);
});

test('wrong values, a second alarm for a condition, and too many are refused', async () => {
  const { create, attempt } = await started();
  const en = translator('en');
  expect((await attempt({ value: 101 })).body.fields).toEqual({ value: en('domainAlarm:error.range', { min: 0, max: 100 }) });
  expect((await attempt({ minutes: 7 })).body.fields).toEqual({ minutes: en('error:choice') });
  await create();
  expect(await attempt({ pause: 15 })).toMatchObject({ status: 409, body: { code: 'domainAlarm:error.twice' } });
  for (let value = 10; value < 10 + alarmsPerDomain - 1; value++) await create({ value });
  expect(await attempt({ value: 90 })).toMatchObject({ status: 409, body: { code: 'domainAlarm:error.limit' } });
});
