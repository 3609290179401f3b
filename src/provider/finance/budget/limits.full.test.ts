import { expect, test } from 'vitest';
import { capped, settle, started } from '../../../../tests/support/budget-limits.ts';
import { addMonths, monthOf, monthStart } from '../../../lib/rules/core/month.ts';

test('a cap that challenges asks every visitor until the month ends; the stricter of two caps counts', async () => {
  const { open, save, serving, p } = await started();
  await save({ ...capped('challenge'), hardCap: 1, capAction: 'cacheOnly' });
  await expect.poll(serving, { timeout: 10_000 }).toBe('cacheOnly');
  await save({ ...capped('challenge'), hardCap: 1, capAction: 'pause' });
  await expect.poll(serving, { timeout: 10_000 }).toBe('stopped');
  await save(capped('challenge'));
  await expect.poll(serving, { timeout: 10_000 }).toBe('challenge');
  expect(await open('/')).toMatchObject({ status: 403, body: expect.stringContaining('data-bits') });
  p.clock.now = monthStart(addMonths(monthOf(p.clock.now), 1)) + 1000;
  await settle(p);
  await expect.poll(serving, { timeout: 10_000 }).toBe('on');
  expect((await open('/')).status).toBe(200);
});
