import { expect, test } from 'vitest';
import type { TestProvider } from '../../../../tests/support/provider.ts';
import { changes, started } from '../../../../tests/support/waf-cases.ts';
import { demo } from '../../../lib/contract/fields.ts';

const { domainId } = demo;
const MINUTE = 60_000;
const run = (p: TestProvider) => p.provider.services.jobs.runDue();

test('detection that expired while the process was down is ended by the next process', async () => {
  const { p, get, mode } = await started();
  await mode('detection');
  p.clock.now += 24 * 60 * MINUTE;
  await run(p);
  expect(await p.store.reader.selectFrom('job').selectAll().where('kind', '=', 'waf.detectionEnd').execute()).toEqual([]);
  expect(await changes(p, 'waf.detectionEnd')).toHaveLength(1);
  expect((await get()).version).toBe(2);
});

test('a second change of mode cancels the first job; selecting detection again restarts its time', async () => {
  const { p, get, mode } = await started();
  await mode('detection');
  p.clock.now += 10 * MINUTE;
  await mode('on');
  p.clock.now += 25 * MINUTE;
  await run(p);
  expect(await get()).toMatchObject({ mode: 'on', version: 2 });
  await mode('detection');
  p.clock.now += 20 * MINUTE;
  await mode('detection');
  p.clock.now += 20 * MINUTE;
  await run(p);
  expect(await get()).toMatchObject({ mode: 'detection', version: 4 });
  p.clock.now += 10 * MINUTE;
  await run(p);
  expect(await get()).toMatchObject({ mode: 'off', version: 5 });
  expect(await changes(p, 'waf.detectionEnd')).toHaveLength(1);
});

test('the job doesn’t fail when the domain was removed in the meantime', async () => {
  const { p, mode } = await started();
  await mode('detection');
  await p.store.write('test', (tx) => tx.deleteFrom('domain').where('id', '=', domainId).execute());
  p.clock.now += 31 * MINUTE;
  await run(p);
  expect(await p.store.reader.selectFrom('job').selectAll().where('kind', '=', 'waf.detectionEnd').execute()).toEqual([]);
});
