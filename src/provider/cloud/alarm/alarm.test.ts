import { expect, test } from 'vitest';
import { runJobs } from '../../../../tests/support/jobs.ts';
import { measure } from '../../../../tests/support/measured.ts';
import { signedIn } from '../../../../tests/support/signedIn.ts';
import { stored } from '../../../../tests/support/stored.ts';
import { alarm } from '../../../lib/contract/cloud/alarm.ts';
import { monitoring } from '../../../lib/contract/cloud/monitoring.ts';
import { notification } from '../../../lib/contract/core/notification.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { evaluateAlarm, inAlarmUnit } from '../../../lib/rules/cloud/alarm.ts';
import { MINUTE } from '../../../lib/time.ts';
import { cloudJobs } from '../jobs.ts';

const limit = { metric: 'cpu', operator: 'above', value: 50, minutes: 5 } as const;
const wanted = { ...limit, serverId: demo.serverId, channels: ['panel' as const, 'email' as const] };

test('an alarm requires every value of its minutes, and enough of them', () => {
  const rule = { operator: 'above' as const, value: 50 };
  const stateOf = (values: (number | null)[]) => evaluateAlarm(rule, values).state;
  expect(stateOf([51, 60, 70, 80, 90])).toBe('alarm');
  expect(stateOf([51, 50, 70, 80, 90])).toBe('ok');
  expect(stateOf([null, 51, 70, 80, 90])).toBe('alarm');
  expect(stateOf([null, null, 70, 80, 90])).toBe('noData');
  expect(stateOf([null, null, 10, null, null])).toBe('ok');
  expect(stateOf([])).toBe('noData');
  expect(evaluateAlarm({ operator: 'below', value: 5 }, [1, 2])).toEqual({ state: 'alarm', last: 2 });
  expect([inAlarmUnit('cpu', 0.25, 8), inAlarmUnit('ram', 4 * 1_073_741_824, 8), inAlarmUnit('netIn', 3_145_728, 8)]).toEqual([25, 50, 3]);
});

/** A provider with a driver whose measurements the test controls. */
async function started() {
  const { p, token } = await signedIn();
  const figures: { cpu: number | null; fails: boolean } = { cpu: 0.2, fails: false };
  measure(p, (name) => {
    if (figures.fails) throw new Error('the host is gone');
    return name === 'cpu' || figures.cpu === null ? figures.cpu : 1;
  });
  const run = () => {
    p.clock.now += MINUTE;
    return runJobs(p, cloudJobs.checkAlarms);
  };
  const { alarm: made } = await p.ok(alarm.create, wanted, { token });
  const state = async () => (await p.ok(alarm.list, { serverId: demo.serverId }, { token })).alarms.find(({ id }) => id === made.id);
  const titles = async () =>
    (await p.ok(notification.list, {}, { token })).notifications
      .filter(({ link }) => link === `/servers/${demo.serverId}/monitoring`)
      .map(({ title }) => title);
  return { p, token, figures, run, made, state, titles };
}

test('each change of state is reported once, however often the job runs', async () => {
  const { p, token, figures, run, made, state, titles } = await started();
  expect(await state()).toMatchObject({ state: 'noData', enabled: true, last: null });
  await run();
  expect(await state()).toMatchObject({ state: 'ok', last: 20 });
  expect(await titles()).toEqual([]);

  figures.cpu = 0.7;
  await run();
  await run();
  p.clock.now += 60 * MINUTE;
  await run();
  expect(await state()).toMatchObject({ state: 'alarm', last: 70 });
  expect(await titles()).toEqual(['Alarm: CPU of web-fra-01']);
  expect((await stored(p, 'outbox')).filter((mail) => JSON.stringify(mail).includes('CPU has been above 50%'))).toHaveLength(1);

  figures.cpu = null;
  await run();
  figures.cpu = 0.1;
  await run();
  expect(await titles()).toEqual(['No data: CPU of web-fra-01', 'Alarm: CPU of web-fra-01']);
  const { events } = await p.ok(alarm.history, { alarmId: made.id }, { token });
  expect(events.map((event) => [event.state, event.value])).toEqual([
    ['ok', 10],
    ['noData', null],
    ['alarm', 70],
    ['ok', 20],
  ]);
});

test('a driver that doesn’t respond changes no state, and the overview says so', async () => {
  const { p, token, figures, run, state, titles } = await started();
  figures.cpu = 0.7;
  await run();
  figures.fails = true;
  await run();
  expect(await state()).toMatchObject({ state: 'alarm' });
  expect(await titles()).toEqual(['Alarm: CPU of web-fra-01']);
  const { overview } = await p.ok(monitoring.overview, {}, { token });
  expect(overview.find(({ serverId }) => serverId === demo.serverId)).toMatchObject({
    measured: false,
    cpu: null,
    alarms: { raised: 1 },
  });
  figures.fails = false;
  figures.cpu = 0.3;
  await run();
  expect(await titles()).toEqual(['Resolved: CPU of web-fra-01', 'Alarm: CPU of web-fra-01']);
});

test('a disabled alarm isn’t evaluated; an edit resets its state, and two tabs don’t overwrite each other', async () => {
  const { p, token, figures, run, made, state, titles } = await started();
  await p.ok(alarm.toggle, { alarmId: made.id, enabled: false }, { token });
  figures.cpu = 0.7;
  await run();
  expect(await state()).toMatchObject({ state: 'noData', enabled: false });
  expect(await titles()).toEqual([]);
  await p.ok(alarm.toggle, { alarmId: made.id, enabled: true }, { token });
  await run();
  const { serverId, ...values } = wanted;
  const change = { ...values, alarmId: made.id, value: 95 };
  const { alarm: changed } = await p.ok(alarm.update, { ...change, seenVersion: 1 }, { token });
  expect(changed).toMatchObject({ value: 95, state: 'noData', version: 2 });
  const late = await p.try(alarm.update, { ...change, seenVersion: 1 }, { token });
  expect([late.status, late.body.code, late.body.item]).toEqual([409, 'error:versionConflict', changed]);
  await run();
  expect(await state()).toMatchObject({ state: 'ok', serverId });
});

test('limits: twenty per server, no duplicates, values within their metric, and only the caller’s own are listed', async () => {
  const { p, token } = await started();
  const add = (change: object) => p.try(alarm.create, { ...wanted, ...change }, { token });
  expect((await add({})).body).toMatchObject({ code: 'alarm:error.twice' });
  expect((await add({ value: 101 })).status).toBe(422);
  expect((await add({ value: 101, metric: 'netIn' })).status).toBe(200);
  expect((await add({ minutes: 7 })).status).toBe(422);
  expect((await add({ channels: [] })).status).toBe(422);
  const has = (await p.ok(alarm.list, { serverId: demo.serverId }, { token })).alarms.length;
  for (let n = has; n < 20; n++) expect((await add({ value: n })).status).toBe(200);
  expect((await add({ value: 99 })).body).toMatchObject({ code: 'alarm:error.limit' });
  expect((await p.ok(alarm.list, {}, { token: await p.signIn(demo.second) })).alarms).toEqual([]);
});
